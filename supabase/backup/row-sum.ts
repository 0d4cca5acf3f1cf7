import crypto from 'node:crypto'

export interface Sum {
  rows: number
  /** The sum of the SHA-256 of each row, modulo 2^256: the order of rows does not matter. */
  checksum: string
}

const modulus = 1n << 256n
const lineEnd = 10

/** Counts and sums rows as `copy` writes them: a line each, whatever their text has. */
export class RowSum {
  private rows = 0
  private sum = 0n
  private rest = Buffer.alloc(0)

  add(chunk: Uint8Array): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : Buffer.from(chunk)
    let start = 0
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      const row = crypto.createHash('sha256').update(bytes.subarray(start, end)).digest('hex')
      this.sum = (this.sum + BigInt(`0x${row}`)) % modulus
      this.rows += 1
      start = end + 1
    }
    this.rest = bytes.subarray(start)
  }

  value(): Sum {
    return { rows: this.rows, checksum: this.sum.toString(16).padStart(64, '0') }
  }
}
