import { expect, it } from 'vitest'
import { refOfPhone } from './person-address'

it.each(['5127703586x204', '512-770-3586 ext. 204', '(512) 770-3586 #204', '512 770 3586'])(
  'recognizes a phone typed as %s',
  (typed) => expect(refOfPhone(typed)).toBe('tel:5127703586'),
)

it.each(['room x204', '770-35 x204', 'ada@example.org', '5127703586 Ada'])(
  'takes %s for no phone',
  (typed) => expect(refOfPhone(typed)).toBeUndefined(),
)
