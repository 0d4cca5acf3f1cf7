import { expect, it } from 'vitest'
import { shortcutOf } from './shortcuts'

const press = (key: string, more: Partial<Parameters<typeof shortcutOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: document.body,
  ...more,
})

const inside = (markup: string) => {
  const frame = document.createElement('div')
  frame.innerHTML = markup
  return frame.querySelector('[data-here]')!
}

it.each([
  ['j', { does: 'next' }],
  ['k', { does: 'previous' }],
  ['1', { does: 'status', index: 0 }],
  ['5', { does: 'status', index: 4 }],
  ['/', { does: 'search' }],
  ['Escape', { does: 'close' }],
  ['J', undefined],
  ['o', { does: 'open' }],
  ['Enter', { does: 'open' }],
  ['0', undefined],
])('%s', (key, shortcut) => {
  expect(shortcutOf(press(key), true)).toEqual(shortcut)
})

it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'] as const)(
  'ignores keys with %s',
  (modifier) => {
    expect(shortcutOf(press('1', { [modifier]: true }), true)).toBeUndefined()
  },
)

it.each([
  '<input data-here>',
  '<textarea data-here></textarea>',
  '<select data-here></select>',
  '<div contenteditable="true"><b data-here>x</b></div>',
])('types in %s, and Escape leaves it', (markup) => {
  const target = inside(markup)
  expect(shortcutOf(press('j', { target }), true)).toBeUndefined()
  expect(shortcutOf(press('Escape', { target }), true)).toEqual({ does: 'leave-field' })
})

it('works on a checkbox, and not in dialogs and menus', () => {
  const checkbox = inside('<input type="checkbox" data-here>')
  expect(shortcutOf(press('j', { target: checkbox }), true)).toEqual({ does: 'next' })
  for (const role of ['dialog', 'menu']) {
    const target = inside(`<div role="${role}"><button data-here></button></div>`)
    expect(shortcutOf(press('j', { target }), true)).toBeUndefined()
    expect(shortcutOf(press('Escape', { target }), true)).toBeUndefined()
  }
})

it('moves on, and decides nothing, while a key is held down', () => {
  expect(shortcutOf(press('j', { repeat: true }), true)).toEqual({ does: 'next' })
  expect(shortcutOf(press('1', { repeat: true }), true)).toBeUndefined()
})

it('only listens to Escape when single keys are switched off', () => {
  expect(shortcutOf(press('1'), false)).toBeUndefined()
  expect(shortcutOf(press('Escape'), false)).toEqual({ does: 'close' })
})
