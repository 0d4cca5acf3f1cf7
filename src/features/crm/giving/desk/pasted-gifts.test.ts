import { describe, expect, it } from 'vitest'
import { emptyGift } from '../gifts/gift-fields'
import { guessPasted, pastedGifts, readPasted } from './pasted-gifts'

const funds = [{ id: 'f1', label: 'School meals' }]
const like = {
  ...emptyGift(),
  day: '2026-03-02',
  method: 'cash',
  batch_id: 'b1',
  donor_name: 'Half',
}

function read(text: string, order?: 'month first' | 'day first') {
  const pasted = readPasted(text)
  return pastedGifts(pasted, guessPasted(pasted, funds), like, funds, order)
}

const typed = (text: string, order?: 'month first' | 'day first') =>
  read(text, order).gifts.map((one) => one.typed)

describe('rows from a spreadsheet', () => {
  it('fill the fields that their header names, in any order, and leave the rest out', () => {
    const text =
      'Check #\tGift amount\tColor\tDonor name\tDesignation\n1001\t$1,250.50\tred\tAda Winters\tschool meals\n'
    expect(typed(text)).toEqual([
      {
        ...emptyGift(),
        day: '2026-03-02',
        method: 'cash',
        batch_id: 'b1',
        donor_name: 'Ada Winters',
        amount: '1250.50',
        reference: '1001',
        fund_id: 'f1',
      },
    ])
  })

  it('fill fields by their cells where no header names them', () => {
    const text = 'Ada Winters\t1001\t25.00\t3/1/2026\tCheck\nBen\t1002\t40.50\t2/14/2026\tACH'
    expect(
      typed(text).map((gift) => [
        gift.donor_name,
        gift.reference,
        gift.amount,
        gift.day,
        gift.method,
      ]),
    ).toEqual([
      ['Ada Winters', '1001', '25.00', '2026-03-01', 'check'],
      ['Ben', '1002', '40.50', '2026-02-14', 'bank'],
    ])
  })

  it('show how days and amounts are written, or ask', () => {
    const german = 'Name\tAmount\tDate\nAda\t1.250,50 €\t05/03/2026\nBen\t20,00 €\t25/02/2026'
    expect(read(german).isDayOpen).toBe(false)
    expect(typed(german).map(({ amount, currency, day }) => [amount, currency, day])).toEqual([
      ['1250.50', 'EUR', '2026-03-05'],
      ['20.00', 'EUR', '2026-02-25'],
    ])
    const open = 'Name\tAmount\tDate\nAda\t20\t05/03/2026'
    expect(read(open).isDayOpen).toBe(true)
    expect(typed(open, 'day first')[0]!.day).toBe('2026-03-05')
  })

  it('keep what cannot be read, with a message', () => {
    const text =
      'Name\tAmount\tMethod\tFund\tDate\n' +
      '\t20\tcash\t\t\nAda\t(50.00)\tcash\t\t\nBen\t20\tbarter\t\t\nCleo\t20\tcash\tMoon\t\nDan\t20\tcash\t\tsoon'
    expect(read(text).gifts.map(({ message }) => message)).toEqual([
      'Donor: Please fill this in',
      'Amount: An amount above 0 and below 10,000,000, like 62.50',
      '“barter” is not a method. Choose one.',
      'There is no fund “Moon”. Its name is in the note.',
      'Day: Today or an earlier day',
    ])
    expect(
      typed(text)
        .map(({ amount, day }) => [amount, day])
        .slice(1, 2),
    ).toEqual([['-50.00', '2026-03-02']])
    expect(typed(text)[3]!.note).toBe('Fund: Moon')
    expect(typed(text).at(-1)!.day).toBe('soon')
  })

  it('have the currency of their column or its name', () => {
    expect(typed('Name\tAmount\tCurrency\nAda\t20\teur')[0]!.currency).toBe('eur')
    expect(read('Name\tAmount\tCurrency\nAda\t20\teur').gifts[0]!.message).toMatch(/rate/i)
    const named = readPasted('Name\tBetrag (EUR)\nAda\t20')
    const { gifts } = pastedGifts(named, ['donor_name', 'amount'], like, funds)
    expect(gifts[0]!.typed.currency).toBe('EUR')
  })

  it.each(['Total', 'Grand Total:', 'Subtotal for School meals'])(
    'are no gift where they are called %s, until someone saves them',
    (name) => {
      expect(
        read(`Name\tAmount\nAda\t20\n${name}\t20`).gifts.map(({ message }) => message),
      ).toEqual([undefined, 'This looks like a total. Save it only if it is a gift.'])
    },
  )

  it('of one check over several funds are parts of one', () => {
    const rows = [
      'Ada\t1044\t60\tSchool meals',
      'ada\t1044\t40\t',
      'Ben\t1044\t40\t',
      'Cy\t7\t5\t',
      'Cy\t7\t6\t',
    ]
    const splits = typed(
      `Name\tCheck #\tAmount\tFund\tMethod\n${rows.map((row) => `${row}\tcheck`).join('\n')}`,
    ).map(({ split_id }) => split_id)
    expect(splits[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(splits).toEqual([splits[0], splits[0], '', '', ''])
  })

  it('may have lines and quotation marks in a cell', () => {
    expect(typed('Name\tAmount\tNote\nAda\t20\t"two\nlines, ""so"""')[0]!.note).toBe(
      'two\nlines, "so"',
    )
  })
})
