/*
 * A document for components that talk to a real backend in the same process. Vitest's jsdom
 * environment would also replace Node's URL, AbortSignal and Blob, which the backend and `fetch`
 * need. Import it before React.
 */
// Its types would need another package.
const untyped: string = 'jsdom'
const { JSDOM } = (await import(untyped)) as {
  JSDOM: new (html: string, options: object) => { window: Record<string, unknown> }
}
const { window } = new JSDOM('', { url: 'http://localhost/', pretendToBeVisual: true })

const fromDom = ['Event', 'CustomEvent', 'KeyboardEvent', 'navigator', 'localStorage']
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !fromDom.includes(name)) continue
  Object.defineProperty(globalThis, name, {
    value: window[name],
    configurable: true,
    writable: true,
  })
}
Object.defineProperty(globalThis, 'window', { value: window })
// jsdom does not scroll, and would say so each time.
window.scrollTo = () => {}
await import('../computed-style')

export {}
