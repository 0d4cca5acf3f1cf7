import { JSDOM } from 'jsdom'

/*
 * A document for components that talk to a real backend in the same process. Vitest's jsdom
 * environment would also take away Node's own URL, AbortSignal and Blob, without which neither the
 * backend nor `fetch` works. Import it before React.
 */
const { window } = new JSDOM('', { url: 'http://localhost/', pretendToBeVisual: true })

const fromDom = ['Event', 'CustomEvent', 'KeyboardEvent', 'navigator', 'localStorage']
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !fromDom.includes(name)) continue
  Object.defineProperty(globalThis, name, {
    value: (window as unknown as Record<string, unknown>)[name],
    configurable: true,
    writable: true,
  })
}
Object.defineProperty(globalThis, 'window', { value: window })
