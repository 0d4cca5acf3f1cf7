const particles = new Set(
  'van,von,der,den,de,da,di,del,della,dos,das,do,du,la,le,bin,ibn,al,el,abu,st,st.,ter,ten,zu,zum,af,av'.split(
    ',',
  ),
)
const suffix = /^(?:jr|sr|ii|iii|iv|phd|md)\.?$/i

interface Parts {
  first_name: string
  last_name: string
  /** More words than two leave open where the last name begins. */
  isSure: boolean
}

/** A name in one cell as first and last name; one of a single word is a first name. */
export function nameParts(name: string): Parts {
  const [last = '', first, ...others] = name.split(',').map((part) => part.trim())
  if (first && others.length === 0 && !suffix.test(first)) {
    return { first_name: first, last_name: last, isSure: true }
  }
  const words = name.trim().split(/\s+/)
  if (words.length > 1 && particles.has(words[0]!)) {
    return { first_name: '', last_name: words.join(' '), isSure: true }
  }
  let from = words.length - 1
  while (from > 1 && suffix.test(words[from]!)) from -= 1
  while (from > 1 && particles.has(words[from - 1]!.toLowerCase())) from -= 1
  return {
    first_name: words.slice(0, Math.max(from, 1)).join(' '),
    last_name: words.slice(Math.max(from, 1)).join(' '),
    isSure: from < 2,
  }
}
