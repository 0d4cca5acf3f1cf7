import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs'

test('is operated with the arrow keys', async () => {
  const user = userEvent.setup()
  render(
    <Tabs defaultValue="mission">
      <TabsList aria-label="About us">
        <TabsTrigger value="mission">Mission</TabsTrigger>
        <TabsTrigger value="work">Our Work</TabsTrigger>
        <TabsTrigger value="impact">Our Impact</TabsTrigger>
      </TabsList>
      <TabsContent value="mission">Our purpose</TabsContent>
      <TabsContent value="work">Our projects</TabsContent>
      <TabsContent value="impact">Our results</TabsContent>
    </Tabs>,
  )
  expect(screen.getByRole('tablist', { name: 'About us' })).toBeInTheDocument()

  await user.tab()
  expect(screen.getByRole('tab', { name: 'Mission', selected: true })).toHaveFocus()

  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Our Work', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'Our Work' })).toHaveTextContent('Our projects')
  expect(screen.queryByText('Our purpose')).not.toBeInTheDocument()

  await user.keyboard('{End}')
  expect(screen.getByRole('tabpanel', { name: 'Our Impact' })).toHaveTextContent('Our results')
})
