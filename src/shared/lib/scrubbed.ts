// Our files stay, other addresses go. So do quoted values, words with letters that ours do not
// have, ids and tokens, phone numbers and days, and names: words with a capital letter inside a
// sentence, and before another one.
const rules: readonly [RegExp, string][] = [
  [/[\s\p{Cc}]+/gu, ' '],
  [/https?:\/\/[^/\s]+\/(assets\/[\w.-]+)/g, '$1'],
  [/[A-Za-z][A-Za-z0-9+.-]*:\/\/\S+/g, '…'],
  [/\S*@\S*/g, '…'],
  [/"[^"]*("|$)/g, '…'],
  [/`[^`]*(`|$)/g, '…'],
  [/[“„”«»][^“„”«»]*([“”«»]|$)/g, '…'],
  [/(^|[^A-Za-z0-9])['‘](?:[^'’]|['’](?=[A-Za-z0-9]))*(['’]|$)/g, '$1…'],
  [/[^\s…]*[^ -~…][^\s…]*/g, '…'],
  [/(?<!assets\/)(?<![\w.=-])(?=[\w.=-]*\d)[\w.=-]{16,}/g, '…'],
  [/(?<!assets\/)(?<![\w.=-])[\w.=-]{32,}/g, '…'],
  [/[+(]*\d[\d ()./-]{4,}\d/g, '…'],
  [
    /(?<=[^.!?] )(?<!Error: )(?<!^[A-Z0-9]{5,8}: )(?!(?:React|Object|Array|Promise|Map|Set|Symbol|Date|String|Number|Function|Node|Element|Document|Window|Request|Response|Event|Error|The|This|It|An?|No|Not|Failed|Cannot|Could|Invalid|Unexpected|Expected)(?![A-Za-z]))(?:[A-Z]'|Mc|Mac|De|La|Le|Di)?[A-Z][a-z]+(?![A-Za-z0-9_(])/g,
    '…',
  ],
  [
    /(?<![A-Za-z])(?!(?:React|Object|Array|Promise|Map|Set|Symbol|Date|String|Number|Function|Node|Element|Document|Window|Request|Response|Event|Error|The|This|It|An?|No|Not|Failed|Cannot|Could|Invalid|Unexpected|Expected)(?![A-Za-z]))[A-Z][a-z]+ …/g,
    '…',
  ],
  [/…[ …]*…/g, '…'],
]

/**
 * A message of at most 300 letters without addresses, quoted values, ids, tokens, numbers of seven digits and
 * names, where these can be told from words. The database does the same again (`private.scrubbed`).
 */
export function scrubbed(message: string): string {
  const plain = rules.reduce(
    (text, [pattern, kept]) => text.replace(pattern, kept),
    message.slice(0, 2000),
  )
  return plain.slice(0, 300).trim() || '…'
}
