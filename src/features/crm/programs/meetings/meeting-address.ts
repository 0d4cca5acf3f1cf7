import { useSearchParams } from 'react-router-dom'

/** Makes addresses within the page of a program: `{ meeting: id }` opens a meeting, `{}` the list. */
export function useMeetingAddress() {
  const [params] = useSearchParams()
  return (change: Readonly<Record<string, string>>): string => {
    const next = new URLSearchParams(params)
    for (const key of ['meeting', 'meetings', 'show']) next.delete(key)
    for (const [key, value] of Object.entries(change)) next.set(key, value)
    return `?${next}`
  }
}
