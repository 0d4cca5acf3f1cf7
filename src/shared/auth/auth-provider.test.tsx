import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { failureText } from '@/shared/supabase/backend-message'
import type { Auth } from './auth-context'
import { authErrorNotice } from './auth-error-notice'

// The real library on an imitated service: each answer by the end of the path.
const STORAGE_KEY = 'sb-localhost-auth-token'
let answers: Record<string, () => Response | Promise<Response>>
let requests: string[]
let auth: Auth
let stop: () => Promise<void>

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const down = () => new Response('{}', { status: 503 })
const hour = 3_600
const inAnHour = () => Math.floor(Date.now() / 1000) + hour

function sessionOf(id: string, expires_at = inAnHour()) {
  const user = { id, email: `${id}@example.org` }
  return { access_token: `token of ${id}`, refresh_token: 'r', expires_in: hour, expires_at, user }
}

function accountOf(name: string, role: string | null, permissions: string[] = []) {
  return () =>
    Response.json([
      {
        full_name: name,
        email: null,
        user_roles: role && { role },
        user_permissions: permissions.map((name) => ({ permissions: { name } })),
      },
    ])
}

/** Opens the app where this session is stored, by the link of an email or without one. */
async function open(stored?: ReturnType<typeof sessionOf>, fragment = '') {
  window.history.replaceState(null, '', `/${fragment}`)
  if (stored) localStorage.setItem(STORAGE_KEY, JSON.stringify({ token_type: 'bearer', ...stored }))
  vi.resetModules()
  const [{ takeMailLink }, { AuthProvider }, { useAuth }, { supabase }] = await Promise.all([
    import('./mail-link'),
    import('./auth-provider'),
    import('./auth-context'),
    import('@/shared/supabase/client'),
  ])
  takeMailLink()
  stop = () => supabase.auth.dispose()
  function Seen() {
    auth = useAuth()
    if (auth.loading) return <p>loading</p>
    if (!auth.user)
      return (
        <p>
          nobody {auth.sessionEnded && 'any more'} {auth.linkFailed && 'link failed'}
        </p>
      )
    return (
      <label>
        {auth.profile?.fullName ?? auth.user.email}, {auth.role}
        {auth.can('can_manage_mentors') && ', mentors'}
        {auth.can('can_manage_donations') && ', donations'}
        {auth.accountFailed && ', not read'}
        {auth.linkFailed && ', link failed'}
        <input />
      </label>
    )
  }
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: 1, retryDelay: 0, networkMode: 'always' } },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <Seen />
      </AuthProvider>
    </QueryClientProvider>,
  )
  return { queryClient, supabase }
}

/** What another tab of this browser says, until it was heard. */
async function tellFromAnotherTab(event: string, session: object | null): Promise<void> {
  if (session) {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ token_type: 'bearer', ...session }))
  }
  const [teller, listener] = [new BroadcastChannel(STORAGE_KEY), new BroadcastChannel(STORAGE_KEY)]
  const heard = new Promise((resolve) => listener.addEventListener('message', resolve))
  teller.postMessage({ event, session })
  await act(() => heard)
  for (const channel of [teller, listener]) channel.close()
}

/** @returns what the other tabs of this browser hear, as it comes */
function hearTabs(): string[] {
  const heard: string[] = []
  const channel = new BroadcastChannel(STORAGE_KEY)
  channel.addEventListener('message', ({ data }: MessageEvent<{ event: string }>) =>
    heard.push(data.event),
  )
  onTestFinished(() => channel.close())
  return heard
}

beforeEach(() => {
  requests = []
  answers = {
    profiles: accountOf('Ada Winters', 'staff', ['can_manage_mentors']),
    logout: () => new Response('{}'),
  }
  vi.stubGlobal('fetch', (input: string | URL) => {
    const name = new URL(input).pathname.split('/').at(-1)!
    requests.push(name)
    return Promise.resolve(answers[name]?.() ?? lost())
  })
})
afterEach(() => stop())

describe('the signed-in user', () => {
  it('is told to the rest of the page, once the session is stored', async () => {
    const told: (string | null)[] = []
    const listen = () => told.push(localStorage.getItem(STORAGE_KEY))
    window.addEventListener('sessionchange', listen)
    onTestFinished(() => window.removeEventListener('sessionchange', listen))
    await open(sessionOf('ada'))
    await waitFor(() => expect(told).toHaveLength(1))
    expect(told[0]).toContain('ada@example.org')
    await act(() => auth.signOut())
    expect(told).toEqual([told[0], null])
  })

  it('is absent without a session', async () => {
    await open()
    expect(await screen.findByText('nobody')).toBeVisible()
    expect(requests).toEqual([])
  })

  it('is read in one request, and loads until the answer', async () => {
    let finish: (answer: Response) => void = () => {}
    const { profiles } = answers
    answers.profiles = () => new Promise((resolve) => (finish = resolve))
    await open(sessionOf('ada'))
    await waitFor(() => expect(requests).toEqual(['profiles']))
    expect(screen.getByText('loading')).toBeVisible()
    expect(auth.user?.id).toBe('ada')
    finish(await profiles!())
    expect(await screen.findByText('Ada Winters, staff, mentors')).toBeVisible()
  })

  it.each([
    [
      'they were given no role',
      accountOf('Ada', null, ['can_manage_mentors']),
      'Ada, user, mentors',
    ],
    ['there is no profile', () => Response.json([]), 'ada@example.org, user'],
    ['they are admin', accountOf('Ada', 'admin'), 'Ada, admin, mentors, donations'],
  ])('where %s', async (_case, profiles, seen) => {
    answers.profiles = profiles
    answers.user = () => Response.json(sessionOf('ada').user)
    await open(sessionOf('ada'))
    expect(await screen.findByText(seen)).toBeVisible()
  })

  const gone = [
    ['the session ended elsewhere', 'session_not_found'],
    ['the account was banned', 'user_banned'],
    ['the account was deleted', 'user_not_found'],
  ] as const

  it.each(gone)('is absent after %s', async (_case, error_code) => {
    answers.profiles = () => Response.json([])
    answers.user = () => Response.json({ error_code, msg: 'gone' }, { status: 403 })
    await open(sessionOf('ada'))
    expect(await screen.findByText('nobody any more')).toBeVisible()
  })

  const refused = () =>
    Response.json(
      { code: '42501', message: 'new row violates row-level security policy for table "mentors"' },
      { status: 403 },
    )

  it.each(gone.slice(1))('is signed out by a refused write after %s', async (_case, error_code) => {
    const { supabase } = await open(sessionOf('ada'))
    await screen.findByText(/^Ada Winters/)
    answers.mentors = refused
    answers.user = () => Response.json({ error_code, msg: 'gone' }, { status: 403 })
    await act(
      async () =>
        void (await supabase.from('mentors').insert({ first_name: 'Eve', last_name: 'Day' })),
    )
    expect(await screen.findByText('nobody any more')).toBeVisible()
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
  })

  it('stays signed in when a write is refused that they may not do', async () => {
    const { supabase } = await open(sessionOf('ada'))
    await screen.findByText(/^Ada Winters/)
    answers.mentors = refused
    answers.user = () => Response.json(sessionOf('ada').user)
    const { error } = await supabase.from('mentors').insert({ first_name: 'Eve', last_name: 'Day' })
    expect(failureText(error)).toBe('You may not do this.')
    expect(screen.getByText(/^Ada Winters/)).toBeVisible()
  })

  it('keeps typed text when the session is renewed', async () => {
    const { supabase } = await open(sessionOf('ada'))
    const field = await screen.findByRole('textbox')
    await userEvent.type(field, 'Half a sentence')
    answers.token = () => Response.json({ ...sessionOf('ada'), access_token: 'new' })
    await act(() => supabase.auth.refreshSession())
    expect(requests).toContain('token')
    expect(screen.getByRole('textbox')).toBe(field)
    expect(field).toHaveValue('Half a sentence')
    expect(field).toHaveFocus()
  })
})

describe('an account that cannot be read', () => {
  it('is requested once more before the user notices', async () => {
    const { profiles } = answers
    answers.profiles = () => (requests.length === 1 ? lost() : profiles!())
    await open(sessionOf('ada'))
    expect(await screen.findByText('Ada Winters, staff, mentors')).toBeVisible()
    expect(requests).toHaveLength(2)
  })

  it('counts as a user, warns of it, and loads on retry', async () => {
    const { profiles } = answers
    answers.profiles = down
    await open(sessionOf('ada'))
    expect(await screen.findByText('ada@example.org, user, not read')).toBeVisible()
    expect(requests).toHaveLength(2)
    answers.profiles = profiles!
    await act(() => auth.retry())
    expect(await screen.findByText('Ada Winters, staff, mentors')).toBeVisible()
  })

  it('stays unchanged once it has been read', async () => {
    const { queryClient } = await open(sessionOf('ada'))
    await screen.findByText('Ada Winters, staff, mentors')
    answers.profiles = down
    await act(() => queryClient.invalidateQueries())
    expect(requests).toHaveLength(3)
    expect(screen.getByText('Ada Winters, staff, mentors')).toBeVisible()
  })
})

describe('a session that cannot be renewed', () => {
  it('is kept, and continues when the service answers', async () => {
    vi.useFakeTimers()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    answers.token = down
    await open(sessionOf('ada', 1))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByText('loading')).toBeVisible()
    expect(localStorage.getItem(STORAGE_KEY)).toContain('ada')
    vi.mocked(console.error).mockClear()

    answers.token = () => Response.json(sessionOf('ada'))
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText(/Ada Winters, staff/)).toBeVisible()
  })

  it('ends when the service refuses it', async () => {
    answers.token = () => Response.json({ error_code: 'refresh_token_not_found' }, { status: 400 })
    await open(sessionOf('ada', 1))
    expect(await screen.findByText('nobody')).toBeVisible()
  })

  it('can be ended', async () => {
    vi.useFakeTimers()
    answers.token = down
    await open(sessionOf('ada', 1))
    await act(() => auth.signOut())
    expect(screen.getByText('nobody')).toBeVisible()
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
    // The service learns of it as soon as it is reached.
    expect(console.error).toHaveBeenCalledOnce()
    vi.mocked(console.error).mockClear()
    answers.token = () => Response.json(sessionOf('ada'))
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(requests.at(-1)).toBe('logout'))
  })
})

describe('the link of an email', () => {
  /** An unsigned token: only the service looks at the signature. */
  function linkFor(id: string) {
    const part = (content: object) => btoa(JSON.stringify(content)).replace(/=+$/, '')
    const payload = part({ sub: id, email: `${id}@example.org`, exp: inAnHour() })
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${payload}.c2ln`
    return `#access_token=${token}&refresh_token=r&type=signup`
  }
  const userOf = (id: string) => () => Response.json({ id, email: `${id}@example.org` })

  it('signs in, and leaves nothing in the address or the history', async () => {
    const { length } = window.history
    answers.user = userOf('ada')
    await open(undefined, linkFor('ada'))
    expect(window.location.href).toBe('http://localhost:3000/admin')
    expect(window.history).toHaveLength(length)
    expect(await screen.findByText(/^Ada Winters/)).toBeVisible()
    expect(localStorage.getItem(STORAGE_KEY)).toContain('ada@example.org')
  })

  it('asks before it replaces another account, which can stay', async () => {
    answers.user = userOf('eve')
    await open(sessionOf('ada'), linkFor('eve'))
    expect(await screen.findByText('eve@example.org')).toBeVisible()
    expect(screen.getByText('ada@example.org')).toBeVisible()
    expect(requests).not.toContain('user')
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
    expect(await screen.findByText(/^Ada Winters/)).toBeVisible()
    expect(requests).not.toContain('user')
    expect(localStorage.getItem(STORAGE_KEY)).toContain('token of ada')
  })

  it('replaces another account on request, and ends its session', async () => {
    answers.user = userOf('eve')
    await open(sessionOf('ada'), linkFor('eve'))
    await userEvent.click(await screen.findByRole('button', { name: 'Switch account' }))
    await waitFor(() => expect(auth.user?.id).toBe('eve'))
    expect(screen.queryByRole('button', { name: 'Switch account' })).not.toBeInTheDocument()
    await waitFor(() => expect(requests).toContain('logout'))
    expect(localStorage.getItem(STORAGE_KEY)).not.toContain('ada')
  })

  it.each([
    ['the service refuses', 'ada', () => new Response('{}', { status: 403 })],
    ['names no account', '', lost],
  ])('that %s does not sign in, and says so', async (_case, id, answer) => {
    answers.user = answer
    await open(undefined, id ? linkFor(id) : '#error=access_denied&error_code=otp_expired')
    expect(await screen.findByText('nobody link failed')).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })

  it('is followed when the service answers again', async () => {
    vi.useFakeTimers()
    answers.user = down
    await open(undefined, linkFor('ada'))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText('loading')).toBeVisible()
    vi.mocked(console.error).mockClear()
    answers.user = userOf('ada')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText(/^Ada Winters/)).toBeVisible()
  })
})

describe('the token of an email', () => {
  const token = { token_hash: 'abc', type: 'signup' } as const
  const refusal = (status: number, code: string, message = '') =>
    Response.json(
      { code, message },
      { status, headers: { 'x-supabase-api-version': '2024-01-01' } },
    )

  it('replaces a session, which ends', async () => {
    answers.verify = () => Response.json(sessionOf('eve'))
    await open(sessionOf('ada'))
    await screen.findByText(/^Ada Winters/)
    expect(await act(() => auth.verifyMailToken(token))).toBe('signed in')
    expect(auth.user?.id).toBe('eve')
    await waitFor(() => expect(requests).toContain('logout'))
  })

  it('that was used does not sign in, and leaves a session unchanged', async () => {
    answers.verify = () => refusal(403, 'otp_expired')
    await open(sessionOf('ada'))
    await screen.findByText(/^Ada Winters/)
    expect(await act(() => auth.verifyMailToken(token))).toBe('refused')
    expect(screen.getByText(/^Ada Winters.*link failed/)).toBeVisible()
    expect(requests).not.toContain('logout')
  })

  it('of the first of two addresses does not sign in yet', async () => {
    answers.verify = () => Response.json({ code: '200', msg: 'Please proceed' })
    await open()
    expect(await act(() => auth.verifyMailToken(token))).toBe('half done')
    expect(screen.getByText('nobody')).toBeVisible()
  })

  it.each([
    ['is down', down],
    ['fails', () => refusal(500, 'unexpected_failure')],
    ['is busy', () => refusal(429, 'over_request_rate_limit')],
  ])('still works when the service %s', async (_case, answer) => {
    answers.verify = answer
    await open()
    await screen.findByText('nobody')
    await expect(act(() => auth.verifyMailToken(token))).rejects.toThrow()
    expect(screen.getByText('nobody')).toBeVisible()
  })

  const person = { email: 'ada@example.org', password: 'long enough', fullName: 'Ada' }
  const requested: [string, string, () => Promise<unknown>][] = [
    ['signup', 'a sign-up', () => auth.signUp(person)],
    ['resend', 'a confirmation', () => auth.resendConfirmation(person.email)],
    ['recover', 'a recovery', () => auth.requestPasswordReset(person.email)],
  ]

  it.each(requested)(
    '(%s) counts as sent when %s was asked for a moment ago',
    async (name, _, ask) => {
      const message = 'For security purposes, you can only request this after 59 seconds.'
      answers[name] = () => refusal(429, 'over_email_send_rate_limit', message)
      await open()
      await expect(act(ask)).resolves.not.toBe(false)
      answers[name] = () => refusal(429, 'over_request_rate_limit')
      await expect(act(ask)).rejects.toMatchObject({ code: 'over_request_rate_limit' })
    },
  )

  it('sends the captcha token with every request that needs one', async () => {
    const bodies: Record<string, unknown> = {}
    const roads = ['token', 'signup', 'resend', 'recover']
    for (const road of roads) answers[road] = () => refusal(400, 'validation_failed')
    const fetchAnswer = fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (init.body) bodies[new URL(input).pathname] = JSON.parse(init.body as string)
      return fetchAnswer(input, init)
    })
    await open()
    const tries: (() => Promise<unknown>)[] = [
      () => auth.signIn(person, 'solved'),
      () => auth.signUp(person, 'solved'),
      () => auth.resendConfirmation(person.email, 'solved'),
      () => auth.requestPasswordReset(person.email, 'solved'),
    ]
    for (const attempt of tries) await expect(act(attempt)).rejects.toThrow()
    const security = { gotrue_meta_security: { captcha_token: 'solved' } }
    for (const road of roads) {
      expect(bodies[`/auth/v1/${road}`], road).toMatchObject(security)
    }
  })

  it.each(requested)(
    '(%s) is not reported as sent once the hour’s mails are used up',
    async (name, _, ask) => {
      answers[name] = () => refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
      await open()
      const failure: unknown = await ask().catch((error: unknown) => error)
      expect(authErrorNotice('Not sent:', failure).title).toBe(
        'Not sent: no more emails can be sent this hour. Please try again later.',
      )
    },
  )
})

describe('signing out', () => {
  it.each([
    ['is told to the service', 200, false],
    ['does not mind that the session is gone', 403, false],
    ['ends the session where the service is down', 503, true],
    ['ends the session where it is not reached', undefined, true],
  ])('%s', async (_case, status, isLogged) => {
    answers.logout = () => (status ? new Response('{}', { status }) : lost())
    const { queryClient } = await open(sessionOf('ada'))
    await screen.findByText('Ada Winters, staff, mentors')
    queryClient.setQueryData(['donations'], ['a gift'])
    sessionStorage.setItem('draft:staff:ada:mentor', '{"bio":"Half a sentence"}')

    await act(() => auth.signOut())
    expect(screen.getByText('nobody')).toBeVisible()
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
    expect(sessionStorage).toHaveLength(0)
    expect(queryClient.getQueryData(['donations'])).toBeUndefined()
    expect(requests).toContain('logout')
    if (!isLogged) return act(async () => {})
    await waitFor(() => expect(console.error).toHaveBeenCalled())
    vi.mocked(console.error).mockClear()
    answers.logout = () => new Response('{}')
    requests = []
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(requests).toEqual(['logout']))
  })

  it('shows no data of the previous user', async () => {
    const { supabase } = await open(sessionOf('ada'))
    await screen.findByText('Ada Winters, staff, mentors')
    await act(() => auth.signOut())
    answers.profiles = accountOf('Ben Cole', 'donor')
    answers.token = () => Response.json(sessionOf('ben'))
    await act(() => supabase.auth.signInWithPassword({ email: 'b@example.org', password: 'p' }))
    expect(screen.queryByText(/Ada/)).not.toBeInTheDocument()
    expect(await screen.findByText('Ben Cole, donor')).toBeVisible()
  })

  it('is told to the other tabs when coming and going', async () => {
    const heard = hearTabs()
    await open()
    await screen.findByText('nobody')
    answers.token = () => Response.json(sessionOf('ada'))
    await act(() => auth.signIn({ email: 'ada@example.org', password: 'p' }))
    await screen.findByText('Ada Winters, staff, mentors')
    await act(() => auth.signOut())
    await waitFor(() => expect(heard).toEqual(['SIGNED_IN', 'SIGNED_OUT']))
  })

  it('of another tab ends the session here', async () => {
    await open(sessionOf('ada'))
    await screen.findByText('Ada Winters, staff, mentors')
    await tellFromAnotherTab('SIGNED_OUT', null)
    expect(await screen.findByText('nobody any more')).toBeVisible()
  })
})

/** An unsigned token, with which the service has proved this. */
const tokenWith = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`

describe('a session that ended elsewhere', () => {
  const again = (id: string, access_token = 'the next token') => ({
    ...sessionOf(id),
    access_token,
  })
  const refusal = (status: number, body: object) => Response.json(body, { status })
  /** What the table got, in the name of whom. */
  let stored: string[]
  let admitted: string
  /** Answers to what only the token of `admitted` may do. */
  let ada: Awaited<ReturnType<typeof openAsAda>>

  async function openAsAda() {
    const opened = await open(sessionOf('ada'))
    await screen.findByText(/^Ada Winters/)
    opened.queryClient.setQueryData(['mentors'], ['a row'])
    await userEvent.type(screen.getByRole('textbox'), 'Half a sentence')
    const { endedSession, giveUp } = await import('@/shared/supabase/ended-session')
    admitted = 'the next token'
    let outcome: unknown = 'none yet'
    const add = () => {
      outcome = 'none yet'
      const row = { id: 'chosen here', first_name: 'Eve', last_name: 'Day' }
      void opened.supabase
        .from('mentors')
        .insert(row)
        .then((answer) => (outcome = answer))
    }
    return { ...opened, endedSession, giveUp, add, outcome: () => outcome }
  }
  const isAwaited = () => waitFor(() => expect(ada.endedSession()?.waiting).toBe(1))
  const failsWith = (code: string) =>
    waitFor(() => expect(ada.outcome()).toMatchObject({ error: { code } }))
  const signIn = (session: object) => {
    answers.token = () => Response.json(session)
    return act(() => auth.signIn({ email: 'ada@example.org', password: 'p' }))
  }

  function expectKept() {
    expect(screen.getByText(/^Ada Winters/)).toBeVisible()
    expect(screen.getByRole('textbox')).toHaveValue('Half a sentence')
    expect(ada.queryClient.getQueryData(['mentors'])).toEqual(['a row'])
  }

  beforeEach(async () => {
    stored = []
    admitted = 'token of ada'
    answers.user = () => refusal(403, { error_code: 'session_not_found', msg: 'gone' })
    const answer = fetch
    vi.stubGlobal('fetch', (input: string | URL, init: RequestInit = {}) => {
      if (!String(input).includes('/rest/v1/mentors')) return answer(input, init)
      requests.push('mentors')
      if (new Headers(init.headers).get('authorization') !== `Bearer ${admitted}`) {
        return Promise.resolve(refusal(403, { code: '42501', message: 'Your session has ended.' }))
      }
      stored.push(init.body as string)
      return Promise.resolve(new Response(null, { status: 201 }))
    })
    ada = await openAsAda()
  })
  afterEach(() => ada.giveUp(true))

  it('keeps the page and what is typed, and stores once what was refused', async () => {
    ada.add()
    await isAwaited()
    expectKept()
    expect(stored).toEqual([])
    await signIn(again('ada'))
    await waitFor(() => expect(ada.outcome()).toMatchObject({ error: null }))
    expectKept()
    expect(stored).toEqual([
      JSON.stringify({ id: 'chosen here', first_name: 'Eve', last_name: 'Day' }),
    ])
    expect(ada.endedSession()).toBeUndefined()
  })

  it.each([
    [
      'cannot be renewed',
      () => {
        answers.token = () => refusal(400, { error_code: 'refresh_token_not_found' })
        const session = { token_type: 'bearer', ...sessionOf('ada', 1) }
        localStorage.setItem(STORAGE_KEY, JSON.stringify(session))
      },
    ],
    ['was forgotten by another tab', () => localStorage.removeItem(STORAGE_KEY)],
  ])(
    'is noticed where it %s: nothing is sent as a visitor, and no tab is told',
    async (_case, end) => {
      const heard = hearTabs()
      admitted = 'the next token'
      end()
      ada.add()
      await isAwaited()
      expectKept()
      expect(requests).not.toContain('mentors')
      await signIn(again('ada'))
      await waitFor(() => expect(stored).toHaveLength(1))
      await waitFor(() => expect(heard).toEqual(['SIGNED_IN']))
    },
  )

  it('goes on with the token of another tab that renewed it first', async () => {
    const store = (session: object) =>
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ token_type: 'bearer', ...session }))
    answers.token = () => {
      store({ ...again('ada'), refresh_token: 'the next' })
      return Response.json(again('ada', 'one that is dropped'))
    }
    store(sessionOf('ada', 1))
    const { tokenOfPage } = await import('@/shared/supabase/client')
    await expect(tokenOfPage()).resolves.toBe('the next token')
    expectKept()
  })

  it('leaves live channels their token until there is the next one', async () => {
    const { realtime } = ada.supabase
    await realtime.setAuth()
    expect(realtime.accessTokenValue).toBe('token of ada')
    answers.token = () => refusal(400, { error_code: 'refresh_token_not_found' })
    const expired = { token_type: 'bearer', ...sessionOf('ada', 1) }
    localStorage.setItem(STORAGE_KEY, JSON.stringify(expired))
    ada.add()
    await isAwaited()
    await realtime.setAuth()
    expect(realtime.accessTokenValue).toBe('token of ada')
    await tellFromAnotherTab('SIGNED_IN', again('ada'))
    await waitFor(() => expect(realtime.accessTokenValue).toBe('the next token'))
    await tellFromAnotherTab('TOKEN_REFRESHED', again('ada', 'one more token'))
    await waitFor(() => expect(realtime.accessTokenValue).toBe('one more token'))
  })

  it('waits for the second factor that the account has', async () => {
    const factor = { id: 'f', factor_type: 'totp', status: 'verified' }
    const withFactor = (aal: string) => {
      const session = again('ada', tokenWith({ aal }))
      return { ...session, user: { ...session.user, factors: [factor] } }
    }
    admitted = tokenWith({ aal: 'aal2' })
    ada.add()
    await isAwaited()
    await signIn(withFactor('aal1'))
    expectKept()
    expect(ada.endedSession()?.factors).toEqual([factor])
    expect(stored).toEqual([])
    await tellFromAnotherTab('MFA_CHALLENGE_VERIFIED', withFactor('aal2'))
    await waitFor(() => expect(stored).toHaveLength(1))
    expectKept()
  })

  it('goes on when its account signs in in another tab', async () => {
    ada.add()
    await isAwaited()
    await tellFromAnotherTab('SIGNED_IN', again('ada'))
    await waitFor(() => expect(stored).toHaveLength(1))
    expectKept()
  })

  it('goes on with no token that it had before', async () => {
    ada.add()
    await isAwaited()
    await tellFromAnotherTab('SIGNED_IN', sessionOf('ada'))
    expect(ada.endedSession()?.waiting).toBe(1)
    expect(ada.outcome()).toBe('none yet')
  })

  it('stores nothing for another account, whose page is loaded instead', async () => {
    ada.add()
    await isAwaited()
    const reload = vi.fn()
    vi.stubGlobal('location', { reload })
    await tellFromAnotherTab('SIGNED_IN', again('eve'))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(screen.queryByText(/Ada Winters/)).not.toBeInTheDocument()
    expect(ada.queryClient.getQueryData(['mentors'])).toBeUndefined()
    await failsWith('page_left')
    ada.add()
    await failsWith('page_left')
    expect(stored).toEqual([])
  })

  it('stores nothing for another account that this tab has not heard of', async () => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ token_type: 'bearer', ...again('eve') }))
    ada.add()
    await failsWith('page_left')
    expect(requests).not.toContain('mentors')
  })

  it.each([
    ['here', () => act(() => auth.signOut())],
    ['in another tab', () => tellFromAnotherTab('SIGNED_OUT', null)],
  ])('leaves nothing when its person signs out %s', async (_case, leave) => {
    ada.add()
    await isAwaited()
    await leave()
    expect(await screen.findByText(/^nobody/)).toBeVisible()
    expect(ada.queryClient.getQueryData(['mentors'])).toBeUndefined()
    await failsWith('page_left')
    expect(ada.endedSession()).toBeUndefined()
    expect(stored).toEqual([])
  })

  it('fails what waits when its person closes the question, and asks again at the next', async () => {
    ada.add()
    await isAwaited()
    act(() => ada.giveUp())
    await failsWith('session_ended')
    expectKept()
    ada.add()
    await isAwaited()
    await signIn(again('ada'))
    await waitFor(() => expect(stored).toHaveLength(1))
  })

  it('makes a change of the account again, too', async () => {
    const missing = () =>
      Response.json(
        { code: 'session_not_found', message: 'gone' },
        { status: 403, headers: { 'x-supabase-api-version': '2024-01-01' } },
      )
    answers.user = missing
    let isSet = false
    void auth.setPassword('a new one', 'the old one').then(() => (isSet = true))
    await waitFor(() => expect(ada.endedSession()?.waiting).toBe(1))
    answers.user = () => Response.json(again('ada').user)
    await signIn(again('ada'))
    await waitFor(() => expect(isSet).toBe(true))
    expectKept()
  })
})

it('useAuth throws outside its provider', async () => {
  const { useAuth } = await import('./auth-context')
  const Lost = () => useAuth().role
  expect(() => render(<Lost />)).toThrow('useAuth must be used within an AuthProvider')
  vi.mocked(console.error).mockClear()
})
