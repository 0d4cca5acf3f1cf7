import { useMutation, useQuery } from '@tanstack/react-query'
import { Failure } from '@/shared/account-ui/failure'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import {
  mergePersons,
  previewQuery,
  type MergePreview,
  type PersonsMerge,
} from '../person/people-queries'
import { MergePreviewParts, useMergeChoices } from './merge-preview'

export interface AskedMerge extends Omit<PersonsMerge, 'choices'> {
  /** The kept person and their name */
  kept: string
  keptName: string
  /** Tells the two apart. */
  names: { kept: string; merged: string }
  preview: MergePreview
}

interface MergePersonsDialogProps {
  asked: AskedMerge
  onMerged: () => void
  onClose: () => void
  onCloseAutoFocus?: (event: Event) => void
}

/** Asks what to keep where two people's records differ, before merging them. */
export function MergePersonsDialog(props: MergePersonsDialogProps) {
  const { asked, onMerged, onClose, onCloseAutoFocus } = props
  const { kept, keptName, names, preview: first, ...merge } = asked
  const read = useQuery(previewQuery(kept, merge.merged))
  const preview = read.data ?? first
  const merging = useMutation(mergePersons(kept))
  const choices = useMergeChoices(preview)
  return (
    <Dialog open onOpenChange={() => !merging.isPending && onClose()}>
      <DialogContent
        title={`Merge ${merge.name} with ${keptName}?`}
        description={`Both become one person, called ${keptName}. You can undo this for 30 days.`}
        {...(onCloseAutoFocus && { onCloseAutoFocus })}
      >
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const taken = choices.taken(event.currentTarget)
            if (!taken || merging.isPending) return
            merging.mutate({ ...merge, choices: taken }, { onSuccess: onMerged })
          }}
        >
          <MergePreviewParts preview={preview} names={names} choices={choices} />
          <Failure of={merging} title="Not merged">
            <Button
              variant="outline"
              size="sm"
              className="mt-3"
              loading={read.isFetching}
              onClick={() => {
                merging.reset()
                void read.refetch()
              }}
            >
              Look again
            </Button>
          </Failure>
          <DialogFooter>
            <DialogClose variant="outline" disabled={merging.isPending}>
              Cancel
            </DialogClose>
            <Button type="submit" loading={merging.isPending}>
              Same person
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
