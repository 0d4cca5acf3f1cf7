import { useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Hourglass from 'lucide-react/icons/hourglass'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ExportButton } from '@/engine/list/export-button'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { formatMonth } from '@/shared/lib/format-date'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { NativeSelect } from '@/shared/ui/native-select'
import { useMeetingAddress } from './meeting-address'
import { groupings, sumsOf, type Grouping } from './hours-sums'
import { hoursQuery, type Hours } from './meeting-queries'
import { lengthInWords } from './meeting-words'

/** The most lines on the screen; the file has all. */
const LINES = 300

/** Hours of a year for a mentor, a program and a month, with CSV. */
export function MeetingHours({ program }: { program: string }) {
  const thisYear = Number(useOfficeDay().slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const [isEverywhere, setEverywhere] = useState(false)
  const [grouping, setGrouping] = useState<Grouping>('mentor')
  const client = useQueryClient()
  const query = hoursQuery(year, isEverywhere ? undefined : program)
  const hours = useQuery(query)
  const address = useMeetingAddress()
  const rows = hours.data
  const sums = rows && sumsOf(rows, grouping)
  const doubtful = rows?.reduce((sum, one) => sum + one.doubtful, 0) ?? 0
  return (
    <>
      <Link
        to={address({})}
        className="inline-flex min-h-8 items-center gap-1.5 text-ink-soft hover:text-ink svg:size-4 pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden="true" />
        Meetings
      </Link>
      <div>
        <div className="flex flex-wrap items-center gap-2 pb-3">
          <h3 className="me-auto text-lg max-sm:w-full">Hours</h3>
          <NativeSelect
            aria-label="Year"
            value={year}
            onChange={({ target }) => setYear(Number(target.value))}
          >
            {[0, 1, 2, 3].map((back) => (
              <option key={back}>{thisYear - back}</option>
            ))}
          </NativeSelect>
          <NativeSelect
            aria-label="Which programs"
            value={isEverywhere ? 'all' : 'this'}
            onChange={({ target }) => setEverywhere(target.value === 'all')}
          >
            <option value="this">This program</option>
            <option value="all">All programs</option>
          </NativeSelect>
          <NativeSelect
            aria-label="Added up"
            value={grouping}
            onChange={({ target }) => setGrouping(target.value as Grouping)}
          >
            {Object.entries(groupings).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
          <ExportButton
            table="meetings"
            filters={{ year: String(year), programs: isEverywhere ? 'all' : program }}
            total={rows?.length}
            rows={() => inFile(client.ensureQueryData(query))}
            failure={failureAsSaid}
            label="Export Hours"
          />
        </div>
        {!rows || !sums ? (
          <Loading query={hours} what="The hours" className="my-8" />
        ) : sums.length === 0 ? (
          <EmptyState
            icon={<Hourglass />}
            title={`No hours in ${year}`}
            text="The minutes of meetings that happened add up here."
          />
        ) : (
          <>
            <p role="status" className="pb-2 text-sm text-ink-soft">
              {lengthInWords(sums.reduce((all, { minutes }) => all + minutes, 0))} in{' '}
              {sums.reduce((all, { meetings }) => all + meetings, 0).toLocaleString('en-US')}{' '}
              meetings.
              {doubtful > 0 &&
                ` ${doubtful.toLocaleString('en-US')} possible duplicates are not counted.`}
            </p>
            <Table label="Hours">
              <TableHead>
                <tr role="row">
                  {grouping !== 'mentor' && <TableHeaderCell>Month</TableHeaderCell>}
                  {grouping !== 'month' && <TableHeaderCell>Mentor</TableHeaderCell>}
                  <TableHeaderCell isNumeric>Meetings</TableHeaderCell>
                  <TableHeaderCell isNumeric>Time</TableHeaderCell>
                </tr>
              </TableHead>
              <TableBody>
                {sums.slice(0, LINES).map(({ key, month, mentor, meetings, minutes }) => (
                  <TableRow key={key}>
                    {month !== undefined && (
                      <TableHeaderCell scope="row">{formatMonth(month)}</TableHeaderCell>
                    )}
                    {mentor !== undefined && (
                      <TableCell className="wrap-anywhere">
                        {mentor ? (
                          <bdi>{mentor}</bdi>
                        ) : (
                          <span className="text-ink-soft">Meetings of groups</span>
                        )}
                      </TableCell>
                    )}
                    <TableCell isNumeric>{meetings.toLocaleString('en-US')}</TableCell>
                    <TableCell isNumeric>{lengthInWords(minutes)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            {sums.length > LINES && (
              <p className="pt-2 text-sm text-ink-soft">
                The first {LINES} of {sums.length.toLocaleString('en-US')} lines. The file has all.
              </p>
            )}
          </>
        )}
      </div>
    </>
  )
}

async function* inFile(rows: Promise<Hours[]>) {
  yield (await rows).map(
    ({ month, program_name, mentor_name, mentor_id, meetings, minutes, doubtful }) => ({
      month: month.slice(0, 7),
      program: program_name,
      mentor: mentor_id === null ? 'Meetings of groups' : mentor_name,
      meetings,
      minutes,
      hours: Math.round((minutes / 60) * 100) / 100,
      possible_duplicates: doubtful,
    }),
  )
}
