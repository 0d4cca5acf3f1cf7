import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
  type SortDirection,
} from './table'

function Mentors() {
  const [sort, setSort] = useState<SortDirection | null>(null)
  return (
    <Table label="Mentors">
      <TableHead>
        <TableRow>
          <TableHeaderCell
            sort={sort}
            onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}
          >
            Name
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        <TableRow>
          <TableCell>Amina Kollie</TableCell>
        </TableRow>
      </TableBody>
    </Table>
  )
}

test('the table and its sorting can be reached by keyboard', async () => {
  const user = userEvent.setup()
  render(<Mentors />)

  await user.tab()
  const frame = screen.getByRole('region', { name: 'Mentors' })
  expect(frame).toHaveFocus()
  expect(within(frame).getByRole('table', { name: 'Mentors' })).toBeInTheDocument()

  await user.tab()
  await user.keyboard('{Enter}')
  const header = screen.getByRole('columnheader', { name: 'Name' })
  expect(header).toHaveAttribute('aria-sort', 'ascending')
  await user.keyboard('{Enter}')
  expect(header).toHaveAttribute('aria-sort', 'descending')
})
