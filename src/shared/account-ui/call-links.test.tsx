import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallLinks } from './call-links'

const links = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

it('calls a number as typed, with its extension separate', () => {
  render(<CallLinks phone="(512) 555-0142 x315" telephones={['+15125550142;ext=315']} />)
  expect(links()).toEqual([['(512) 555-0142 x315', 'tel:+15125550142;ext=315']])
})

it('has a link for each of several numbers', () => {
  const { container } = render(
    <CallLinks phone="077… / 512…" telephones={['0775550201', '+15125550142;ext=315']} />,
  )
  expect(container).toHaveTextContent('0775550201, +15125550142 ext. 315')
  expect(links().map(([, href]) => href)).toEqual(['tel:0775550201', 'tel:+15125550142;ext=315'])
})

it('calls nothing where there is no number', () => {
  const { container } = render(<CallLinks phone="2.31776E+11" telephones={null} />)
  expect(container).toHaveTextContent('2.31776E+11')
  expect(links()).toEqual([])
})
