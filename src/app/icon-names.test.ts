import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const controls = /^(Button|button|Link|NavLink|a|DialogClose|RadixDialog\.Close|MenuItem|summary)$/

interface Control {
  at: string
  /** Its attributes; `…` for those that its caller gives */
  attributes: readonly string[]
  isIcon: boolean
  /** Its words leave the screen where there is little room. */
  hidesWords: boolean
}

type Element = ts.JsxElement | ts.JsxSelfClosingElement

const isElement = (node: ts.Node): node is Element =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)
const opening = (element: Element) => (ts.isJsxElement(element) ? element.openingElement : element)
const attributesOf = (element: Element) =>
  opening(element).attributes.properties.map((one) =>
    ts.isJsxAttribute(one) ? one.name.getText() : '…',
  )

function controlsOf(path: string, text: string): Control[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const icons = new Set<string>(['Icon', 'SocialIcon', 'svg'])
  for (const one of source.statements) {
    if (!ts.isImportDeclaration(one) || !one.importClause?.name) continue
    if (one.moduleSpecifier.getText().includes('/icons/')) icons.add(one.importClause.name.text)
  }
  const isIcon = (node: ts.Node): boolean =>
    isElement(node) &&
    (icons.has(opening(node).tagName.getText()) ||
      (ts.isJsxElement(node) && contentOf(node).length > 0 && contentOf(node).every(isIcon)))
  const hides = (node: ts.Node): boolean =>
    isElement(node) && /:sr-only/.test(opening(node).attributes.getText())
  const found: Control[] = []
  const visit = (node: ts.Node) => {
    if (isElement(node) && controls.test(opening(node).tagName.getText())) {
      const content = ts.isJsxElement(node) ? contentOf(node) : []
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({
        at: `${path}:${line}`,
        attributes: attributesOf(node),
        isIcon: content.length > 0 && content.every(isIcon),
        hidesWords: content.some(hides),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const contentOf = ({ children }: ts.JsxElement) =>
  children.filter((child) => !ts.isJsxText(child) || child.text.trim() !== '')

const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  .flatMap((path) => controlsOf(path, readFileSync(`src/${path}`, 'utf8')))

it('finds icons without words', () => {
  const text = `import X from 'lucide-react/icons/x'
    const one = <><Button><X /></Button><a title="Mail"><X /><b className="@max-sm:sr-only">Mail</b></a></>`
  expect(controlsOf('a.tsx', text)).toMatchObject([
    { at: 'a.tsx:2', isIcon: true, hidesWords: false },
    { isIcon: false, hidesWords: true, attributes: ['title'] },
  ])
  expect(all.filter(({ isIcon }) => isIcon).length).toBeGreaterThan(10)
})

it('every control that shows only an icon has a name', () => {
  const nameless = all.filter(
    ({ isIcon, attributes }) => isIcon && !/aria-label/.test(attributes.join()),
  )
  // Its picture has the name.
  expect(nameless.map(({ at }) => at)).toEqual([
    expect.stringMatching(/^features\/site\/components\/social-icons\.tsx/),
  ])
})

it('every control that hides its words where there is little room shows them to a pointer', () => {
  const hidden = all.filter(({ hidesWords }) => hidesWords)
  expect(hidden.length).toBeGreaterThan(5)
  expect(
    hidden.filter(({ attributes }) => !attributes.includes('title')).map(({ at }) => at),
  ).toEqual([])
})
