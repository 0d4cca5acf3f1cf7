import { useQuery } from '@tanstack/react-query'
import { audienceOf, viewOf } from './audiences'
import { viewQuery } from './campaign-queries'

/** The name of an audience, for a saved view with the view's name. */
export function AudienceName({ audience }: { audience: string }) {
  const id = viewOf(audience) ?? ''
  const { data: view } = useQuery({ ...viewQuery(id), enabled: id !== '' })
  return view ? `People of “${view.name}”` : audienceOf(audience).name
}
