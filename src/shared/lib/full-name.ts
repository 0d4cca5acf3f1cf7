import { isolated } from './isolated'

interface Named {
  first_name: string | null
  last_name: string | null
}

const turned = /\p{Bidi_Control}/u

/** Both names; one that turns letters turns only its own. */
export function fullName({ first_name, last_name }: Named): string {
  const [first, last] = [first_name ?? '', last_name ?? ''].map((name) =>
    turned.test(name) ? isolated(name) : name,
  )
  return `${first} ${last}`.trim() || 'No name given'
}
