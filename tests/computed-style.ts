/*
 * jsdom matches its whole style sheet against every queried element, and role queries ask about
 * every element: a quarter of a test's time. Our style sheets are not in tests, so visibility
 * follows from the element's kind and inline styles. Everything else still comes from jsdom.
 */
const full = window.getComputedStyle.bind(window)
const displays = new Map<string, string>()
const telling = ['type', 'hidden', 'open', 'popover']

function displayOf(element: Element): string {
  const { localName, namespaceURI } = element
  const key = [localName, namespaceURI, ...telling.map((name) => element.getAttribute(name))].join()
  const known = displays.get(key)
  if (known !== undefined) return known
  const { display } = full(element.cloneNode(false) as Element)
  displays.set(key, display)
  return display
}

// An SVG or MathML element may have none.
const inline = (element: Element): Partial<CSSStyleDeclaration> =>
  (element as HTMLElement).style ?? {}

function inherited(element: Element, property: 'visibility' | 'pointerEvents'): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inline(at)[property]
    if (value && value !== 'inherit') return value
  }
  return undefined
}

const known: Record<string, (element: Element) => string> = {
  display: (element) => inline(element).display || displayOf(element),
  visibility: (element) => inherited(element, 'visibility') ?? 'visible',
  pointerEvents: (element) => inherited(element, 'pointerEvents') ?? 'auto',
  opacity: (element) => inline(element).opacity || '1',
}

window.getComputedStyle = (element, pseudoElement) =>
  pseudoElement
    ? full(element, pseudoElement)
    : new Proxy({} as CSSStyleDeclaration, {
        get(_, name: string): unknown {
          if (name === 'getPropertyValue') {
            return (property: string) =>
              known[property]?.(element) ?? full(element).getPropertyValue(property)
          }
          return known[name]?.(element) ?? Reflect.get(full(element), name)
        },
      })

export {}
