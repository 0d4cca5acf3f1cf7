import crypto from 'node:crypto'

export interface Sum {
  rows: number
  /** The sum of the SHA-256 of each row, modulo 2^256: the order of rows does not matter. */
  checksum: string
}

const modulus = 1n << 256n

export class RowSum {
  private rows = 0
  private sum = 0n

  add(row: string): void {
    const hash = crypto.createHash('sha256').update(row).digest('hex')
    this.sum = (this.sum + BigInt(`0x${hash}`)) % modulus
    this.rows += 1
  }

  value(): Sum {
    return { rows: this.rows, checksum: this.sum.toString(16).padStart(64, '0') }
  }
}
