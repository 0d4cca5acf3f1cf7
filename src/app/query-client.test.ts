import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient } from './query-client'

it('a first read that began before a write is repeated after it', async () => {
  const answers: ((value: string) => void)[] = []
  const read = () => new Promise<string>((resolve) => answers.push(resolve))
  const history = new QueryObserver(queryClient, { queryKey: ['history'], queryFn: read })
  const end = history.subscribe(() => {})
  const write = new MutationObserver(queryClient, {
    mutationFn: () => Promise.resolve(),
    meta: { invalidates: [['history']] },
  })
  await write.mutate()
  answers[0]!('before the write')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!('after it')
  await vi.waitFor(() => expect(history.getCurrentResult().data).toBe('after it'))
  end()
})
