import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mergePersons, previewMerge, type PersonsMerge } from '../person/people-queries'
import type { AskedMerge } from './merge-persons-dialog'
import { tellsSomething } from './merge-preview'

/** Merges into a person at once, or asks first (`asked`) where the two differ. */
export function useJoin(kept: string, keptName: string, keptAddresses?: readonly string[]) {
  const looking = useMutation(previewMerge(kept))
  const merging = useMutation(mergePersons(kept))
  const [asked, setAsked] = useState<AskedMerge>()
  return {
    asked,
    forget: () => setAsked(undefined),
    isPending: looking.isPending || merging.isPending,
    error: looking.error ?? merging.error,
    join: (merge: PersonsMerge, addresses?: readonly string[], onMerged?: () => void) => {
      looking.mutate(merge.merged, {
        onSuccess: (preview) => {
          const isSameName = merge.name === keptName
          const names = {
            kept: isSameName ? (keptAddresses?.[0] ?? 'the one you keep') : keptName,
            merged: isSameName ? (addresses?.[0] ?? 'the other one') : merge.name,
          }
          if (preview && tellsSomething(preview))
            setAsked({ ...merge, kept, keptName, names, preview })
          else merging.mutate(merge, { onSuccess: () => onMerged?.() })
        },
      })
    },
  }
}
