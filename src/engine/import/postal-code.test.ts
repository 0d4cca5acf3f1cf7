import { expect, it } from 'vitest'
import { postalCode } from './postal-code'

it.each([
  ['2138', 'MA', '', '02138', '2138 becomes 02138'],
  ['2138-1234', 'Massachusetts', 'USA', '02138-1234', '2138-1234 becomes 02138-1234'],
  ['901', 'PR', 'United States', '00901', '901 becomes 00901'],
  ['021381234', 'MA', '', '02138-1234', undefined],
  ['02138', 'MA', 'U.S.A.', '02138', undefined],
  ['7870', 'TX', '', '7870', '7870 may have lost a leading zero'],
  ['2138', '', 'US', '2138', '2138 may have lost a leading zero'],
  ['1010', '', '', '1010', undefined],
  ['1010', '', 'Austria', '1010', undefined],
  ['0150', 'ME', 'Norway', '0150', undefined],
  ['EC1A 1BB', '', '', 'EC1A 1BB', undefined],
  ['', 'MA', '', '', undefined],
])('%s in %s, %s is %s', (cell, region, country, code, doubt) => {
  expect(postalCode(cell, { region, country })).toEqual({ code, ...(doubt && { doubt }) })
})
