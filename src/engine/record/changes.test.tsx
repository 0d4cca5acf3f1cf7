import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Changes } from './changes'

it('describes a tick in words', () => {
  render(<Changes action="changed" changes={{ wants_paper: [false, true] }} />)
  expect(screen.getByRole('listitem')).toHaveTextContent('Wants paper: no → became yes')
})
