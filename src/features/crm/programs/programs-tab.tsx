import { useQuery } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import FolderOpen from 'lucide-react/icons/folder-open'
import Pencil from 'lucide-react/icons/pencil'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDay } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Pagination } from '@/shared/ui/pagination'
import { Spinner } from '@/shared/ui/spinner'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/ui/table'
import { LoadFailure } from '@/shared/ui/load-failure'
import { useLastPage, useListAddress } from '@/shared/lib/use-list-address'
import { AssignmentsDialog } from './assignments-dialog'
import { ProgramDialog } from './program-dialog'
import {
  programCountQuery,
  PROGRAMS_PER_PAGE,
  programsQuery,
  type Program,
} from './programs-queries'

const tones: Record<Program['status'], BadgeTone> = {
  active: 'green',
  planned: 'blue',
  completed: 'grey',
  cancelled: 'red',
}

/** What is open above the list */
type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'people'; program: Program }

export function ProgramsTab() {
  const { can } = useAuth()
  const { page, setPage } = useListAddress()
  const programs = useQuery(programsQuery(page))
  const counting = useQuery(programCountQuery)
  const pageCount = Math.ceil((counting.data ?? 0) / PROGRAMS_PER_PAGE)
  const [dialog, setDialog] = useState<OpenDialog>()
  // The role program_manager alone sees programs and adds them, and does no more.
  const mayManage = can('can_manage_programs')
  const close = () => setDialog(undefined)
  useLastPage({ page, pageCount, counting, setPage })

  return (
    <>
      <div className="mb-5 flex justify-end">
        <Button onClick={() => setDialog({ kind: 'add' })}>
          <CalendarPlus aria-hidden="true" />
          Add Program
        </Button>
      </div>
      {programs.isPending || (programs.data?.length === 0 && page > 1) ? (
        <Spinner label="Loading programs..." className="my-16" />
      ) : !programs.data ? (
        <LoadFailure title="The programs could not be loaded." query={programs} />
      ) : programs.data.length === 0 ? (
        <EmptyState
          icon={<FolderOpen />}
          title="No programs yet"
          text="Add the first one, then choose its people."
        />
      ) : (
        <Table label="Programs" stack>
          <TableHead>
            <TableRow>
              <TableHeaderCell>Name</TableHeaderCell>
              <TableHeaderCell>Description</TableHeaderCell>
              <TableHeaderCell>Start Date</TableHeaderCell>
              <TableHeaderCell>End Date</TableHeaderCell>
              <TableHeaderCell>Status</TableHeaderCell>
              {mayManage && <TableHeaderCell>Actions</TableHeaderCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {programs.data.map((program) => (
              <TableRow key={program.id}>
                <TableHeaderCell scope="row" className="min-w-40">
                  {program.name}
                </TableHeaderCell>
                <TableCell label="Description">
                  <p
                    className="line-clamp-3 max-w-measure lg:min-w-48"
                    title={program.description ?? undefined}
                  >
                    {program.description}
                  </p>
                </TableCell>
                <TableCell label="Start Date" className="whitespace-nowrap">
                  {program.start_date && formatDay(program.start_date)}
                </TableCell>
                <TableCell label="End Date" className="whitespace-nowrap">
                  {program.end_date && formatDay(program.end_date)}
                </TableCell>
                <TableCell label="Status">
                  <Badge tone={tones[program.status] ?? 'grey'}>
                    {optionLabel(program.status)}
                  </Badge>
                </TableCell>
                {mayManage && (
                  <TableCell>
                    <div className="flex gap-2 lg:justify-end">
                      <Button
                        variant="outline"
                        size="sm"
                        aria-label={`Manage People of ${program.name}`}
                        onClick={() => setDialog({ kind: 'people', program })}
                      >
                        <Users aria-hidden="true" />
                        Manage People
                      </Button>
                      <Button
                        variant="ghost"
                        size="sm"
                        aria-label={`Edit ${program.name}`}
                        onClick={() => setDialog({ kind: 'edit', program })}
                      >
                        <Pencil aria-hidden="true" />
                        Edit
                      </Button>
                    </div>
                  </TableCell>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <Pagination page={page} pageCount={pageCount} onPageChange={setPage} />
      {dialog?.kind === 'add' && <ProgramDialog program={undefined} onClose={close} />}
      {dialog?.kind === 'edit' && <ProgramDialog program={dialog.program} onClose={close} />}
      {dialog?.kind === 'people' && <AssignmentsDialog program={dialog.program} onClose={close} />}
    </>
  )
}
