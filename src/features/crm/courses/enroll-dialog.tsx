import { useMutation, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { isolated } from '@/shared/lib/isolated'
import { fullName } from '@/shared/lib/full-name'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Failure } from '@/shared/account-ui/failure'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { enroll, enrollableQuery } from './course-queries'

interface EnrollDialogProps {
  course: string
  title: string
  onClose: () => void
}

const DEBOUNCE_MS = 150

/** Searches mentees and enrolls one after the other. */
export function EnrollDialog({ course, title, onClose }: EnrollDialogProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), DEBOUNCE_MS)
  const found = useQuery(enrollableQuery(course, search))
  const people = found.data
  // Hides the previous search's results.
  const isOld = found.isPlaceholderData || search !== typed.trim()
  const [picked, setPicked] = useState<string>()
  const selected = people?.find(({ id }) => id === picked) ?? people?.[0]
  const enrolling = useMutation(enroll(course))
  const [last, setLast] = useState<string>()

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Enroll mentees"
        description={`Choose who takes part in ${title}. If it is full, they join the waitlist.`}
      >
        <Command
          shouldFilter={false}
          loop
          label="Mentees"
          value={selected?.id ?? ''}
          onValueChange={setPicked}
        >
          <div className="flex items-center gap-3 rounded-control border border-line-strong bg-paper-raised px-3 text-ink-soft focus-within:border-forest-700 svg:size-4 svg:flex-none">
            <Search aria-hidden="true" />
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              maxLength={200}
              placeholder="First name, last name or email"
              className="h-11 w-full bg-transparent text-base text-ink outline-none! placeholder:text-ink-muted"
            />
          </div>
          {found.isError ? (
            <LoadFailure title="The mentees could not be loaded." query={found} className="mt-3" />
          ) : !people ? (
            <Spinner className="my-10" />
          ) : (
            <Command.List
              aria-busy={isOld}
              className="mt-2 h-64 aria-busy:opacity-60 overflow-y-auto overscroll-contain"
            >
              <Command.Empty className="p-4 text-center text-ink-soft">
                No matches among active mentees who aren’t enrolled
              </Command.Empty>
              {people.map((person) => (
                <Command.Item
                  key={person.id}
                  value={person.id}
                  className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 select-none data-[selected=true]:bg-forest-100 pointer-coarse:min-h-11"
                  onSelect={() => {
                    if (enrolling.isPending || isOld) return
                    setLast(isolated(fullName(person)))
                    enrolling.mutate(person.id)
                  }}
                >
                  <bdi>{fullName(person)}</bdi>
                  <span className="ms-auto min-w-0 truncate text-sm text-ink-soft">
                    {person.email}
                  </span>
                </Command.Item>
              ))}
            </Command.List>
          )}
        </Command>
        <p role="status" className="mt-2 min-h-6 text-sm">
          {enrolling.isSuccess &&
            (enrolling.data === 'enrolled'
              ? `${last} is enrolled.`
              : `The course is full: ${last} is on the waitlist.`)}
        </p>
        <Failure of={enrolling} title={`${last} is not enrolled.`} />
        <DialogFooter>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
