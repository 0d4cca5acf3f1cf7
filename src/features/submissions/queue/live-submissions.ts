import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { importUntilThere } from '@/shared/lib/import-until-there'

let followers = 0
let stop = () => {}

/** Follows changes once its code has loaded, and catches up on earlier ones. */
function followSoon(queryClient: QueryClient): () => void {
  let end = () => {}
  const cancel = importUntilThere(
    () => import('./follow-submissions'),
    ({ followSubmissions }) => {
      end = followSubmissions(queryClient)
    },
  )
  return () => {
    cancel()
    end()
  }
}

/** Keeps lists, counts and the open submission up to date while a reviewer looks. */
export function useLiveSubmissions(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (followers === 0) stop = followSoon(queryClient)
    followers += 1
    return () => {
      followers -= 1
      if (followers === 0) stop()
    }
  }, [queryClient])
}
