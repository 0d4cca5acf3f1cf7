import { expect, it } from 'vitest'
import { splitName } from './split-name'

it.each([
  ['Grace Gbowee', 'Gbowee', 'Grace', 'Gbowee'],
  ['Grace', 'Gbowee', 'Grace', 'Gbowee'],
  ['  Mary  Ann   Smith ', 'Jones', 'Mary Ann', 'Smith'],
  ['Lucía García López', 'Garcia Lopez', 'Lucía', 'García López'],
  ['García López', 'García López', 'García', 'López'],
  ['Ana de la Cruz', 'Mendez', 'Ana', 'de la Cruz'],
  ['Smith, Mary Ann', 'Jones', 'Mary Ann', 'Smith'],
  ['ana maria', '', 'ana', 'maria'],
  ['', 'Gbowee', '', ''],
])('the name %j in the family %j', (name, family, first_name, last_name) => {
  expect(splitName(name, family)).toEqual({ first_name, last_name })
})
