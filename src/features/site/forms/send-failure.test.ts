import { PostgrestError } from '@supabase/postgrest-js'
import { describe, expect, it } from 'vitest'
import { sendAdvice, sendFailure } from './send-failure'

const refusal = (code: string, details: string) =>
  new PostgrestError({ code, details, hint: '', message: 'refused' })

describe('a form that could not be sent', () => {
  it('has its own message', () => {
    expect(sendFailure('Not sent')(refusal('', 'TypeError: Failed to fetch'))).toEqual({
      title: 'Not sent',
    })
    expect(sendFailure('Not sent', 'Try later.')(refusal('XX000', 'boom'))).toEqual({
      title: 'Not sent',
      description: 'Try later.',
    })
  })

  it.each([
    ['Try again in 437 seconds.', '8 minutes'],
    ['Try again in 60 seconds.', 'a minute'],
    ['Try again in 1 seconds.', 'a minute'],
    ['', '10 minutes'],
  ])('names the waiting time of the rate limit: %j', (details, time) => {
    const text = `This form has been sent several times. You can send it again in ${time}.`
    expect(sendFailure('Not sent')(refusal('429', details))).toEqual({
      title: 'Not sent',
      description: text,
    })
    expect(sendFailure('Not sent', 'Try later.')(refusal('429', details))).toEqual({
      title: 'Not sent',
      description: `Try later. ${text}`,
    })
  })
})

describe('beside a form that could not be sent', () => {
  const online = { wasOnline: true, isOnline: true }

  it.each([
    ['', [false, false], /^You seem to be offline\./],
    ['', [false, true], /^You’re online again, so it can be sent now\./],
    ['', [true, true], /^We got no reply, so it may or may not have arrived\./],
    ['XX000', [true, true], /^The fault is on our side and may last a few minutes\./],
    [
      '429',
      [true, true],
      /^This form has been sent several times\. You can send it again in 2 minutes\./,
    ],
  ] as const)(
    'explains the reason, and that nothing is lost: %j, online: %j',
    (code, online, advice) => {
      const error = refusal(code, 'Try again in 120 seconds.')
      const [wasOnline, isOnline] = online
      const text = sendAdvice(error, { wasOnline, isOnline, hasEmail: true })
      expect(text).toMatch(advice)
      expect(text).toMatch(/Your text is still here\.$/)
    },
  )

  it('tells whether it can arrive twice after a lost answer', () => {
    const lost = refusal('', 'TypeError: Failed to fetch')
    expect(sendAdvice(lost, { ...online, hasEmail: true })).toContain('won’t arrive twice')
    expect(sendAdvice(lost, { ...online, hasEmail: false })).toContain(
      'without an email address, it may arrive twice',
    )
  })

  it.each(['', 'XX000'])('does not say again, or otherwise, when to try: %j', (code) => {
    for (const wasOnline of [true, false]) {
      const circumstances = { wasOnline, isOnline: true, hasEmail: true }
      expect(sendAdvice(refusal(code, ''), circumstances)).not.toMatch(/please|try/i)
    }
  })

  it('shows nothing when there is nothing left to do', () => {
    expect(sendAdvice(refusal('23505', 'duplicate'), { ...online, hasEmail: true })).toBeUndefined()
  })
})
