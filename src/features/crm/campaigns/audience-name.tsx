import { useQuery } from '@tanstack/react-query'
import { audienceOf, listName, viewOf } from './audiences'
import { viewQuery } from './campaign-queries'

/** The name of an audience, for a saved view like "Donors: Lapsed". */
export function AudienceName({ audience }: { audience: string }) {
  const id = viewOf(audience) ?? ''
  const { data: view } = useQuery({ ...viewQuery(id), enabled: id !== '' })
  return view ? `${listName(view.list)}: ${view.name}` : audienceOf(audience).name
}
