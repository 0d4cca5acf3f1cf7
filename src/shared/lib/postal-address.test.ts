import { expect, it } from 'vitest'
import { missingForPost } from './postal-address'

const whole = {
  street: '9 Oak St',
  city: 'Austin',
  region: 'TX',
  postal_code: '78701',
  country: null,
}

it.each([
  [[], whole],
  [[], { ...whole, region: null, country: 'USA' }],
  [[], { ...whole, country: 'Ireland', postal_code: null }],
  [['a ZIP code'], { ...whole, postal_code: null }],
  [['a ZIP code'], { ...whole, country: 'United States', postal_code: '' }],
  [['a street', 'a city'], { ...whole, street: null, city: '' }],
  [['a postal address'], null],
  [
    ['a postal address'],
    { street: '', city: null, region: null, postal_code: null, country: null },
  ],
])('misses %j in the address %j', (missing, address) => {
  expect(missingForPost(address)).toEqual(missing)
})
