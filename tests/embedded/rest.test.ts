import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { asService, newAddress, rowCount, signIn, visit, volunteer } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
})
afterAll(() => backend?.stop())

describe('tables through REST', () => {
  it('keeps what the migrations revoked and granted by column', async () => {
    const supporter = await signIn(backend, 'supporter')
    const { data: session } = await supporter.auth.getUser()
    const id = session.user!.id
    const own = () => supporter.from('profiles')
    // Twice, because lite grants everything at its first request by default.
    for (const attempt of ['first', 'second']) {
      const promotion = await own().update({ role: 'admin' }).eq('id', id)
      expect(promotion, attempt).toMatchObject({ status: 403, error: { code: '42501' } })
    }
    const renamed = await own().update({ full_name: 'Marcus B.' }).eq('id', id).select('full_name')
    expect(renamed).toMatchObject({ status: 200, data: [{ full_name: 'Marcus B.' }] })
  })

  it('reads logic trees as PostgREST does: quoted, escaped, and several at once', async () => {
    const admin = await signIn(backend, 'admin')
    const names = ['a, b', '(c)', 'say "d"', 'back\\slash', 'x.y:z {}', '50%', 'true', ' e ']
    const mentors = names.map((first_name) => ({ first_name, last_name: 'Logic' }))
    await admin.from('mentors').insert(mentors).throwOnError()
    const find = async (...filters: string[]) => {
      let query = admin.from('mentors').select('first_name').eq('last_name', 'Logic')
      for (const filter of filters) query = query.or(filter)
      const { data } = await query.throwOnError()
      return data.map(({ first_name }) => first_name as string)
    }
    for (const name of names) {
      const quoted = `"${name.replace(/[\\"]/g, '\\$&')}"`
      expect(await find(`first_name.eq.${quoted},phone.eq.${quoted}`)).toEqual([name])
      const pattern = `"%${name.replace(/[\\%]/g, '\\$&').replace(/[\\"]/g, '\\$&')}%"`
      expect(await find(`first_name.ilike.${pattern}`)).toEqual([name])
    }
    expect(await find('first_name.ilike.*a*,phone.eq.1', 'first_name.ilike."*b*"')).toEqual(
      expect.arrayContaining(['a, b', 'back\\slash']),
    )
    expect(await find('first_name.eq."(c)",phone.eq.1', 'last_name.eq.Other')).toEqual([])
  })

  it('asks for each of several patterns of one column', async () => {
    const admin = await signIn(backend, 'admin')
    const mentors = ['Ada (1)', 'Ada', 'Ben (1)'].map((first_name) => ({
      first_name,
      last_name: 'Each',
    }))
    await admin.from('mentors').insert(mentors).throwOnError()
    const { data } = await admin
      .from('mentors')
      .select('first_name')
      .eq('last_name', 'Each')
      .filter('search_text', 'match', 'ada')
      .filter('search_text', 'match', '\\(1\\)|x, y')
      .throwOnError()
    expect(data).toEqual([{ first_name: 'Ada (1)' }])
  })

  // PostgREST treats JSON, numbers and blanks as text.
  it.each([
    ...['true', 'null', '{}', '{brace}', '[1]', '1.50', '0x10', '1e3', '"quoted"', "it's", 'a"b'],
    ...[' leading', 'trailing ', 'back\\slash', '*', 'eq.1', '(a,b)', 'in.(a)', 'ä 🌱'],
  ])('replaces an old text, and no other: %j', async (phone) => {
    const admin = await signIn(backend, 'admin')
    const people = [phone, 'other', null].map((own) => ({
      first_name: 'A',
      last_name: 'B',
      phone: own,
    }))
    const { data: added } = await admin.from('mentors').insert(people).select('id').throwOnError()
    const ids = added.map(({ id }) => id as string)
    const replace = () =>
      admin.from('mentors').update({ phone: 'new' }).eq('phone', phone).in('id', ids).select('id')
    expect(await replace()).toMatchObject({ status: 200, data: [{ id: ids[0] }] })
    expect(await replace()).toMatchObject({ status: 200, data: [] })
  })

  it('finds texts of a list as they are', async () => {
    const admin = await signIn(backend, 'admin')
    const phones = ['true', '1.50', 'say "a"', ' blank ', 'a,b', 'null', '{}']
    const mentors = phones.map((phone) => ({ first_name: 'List', last_name: 'Listed', phone }))
    await admin.from('mentors').insert(mentors).throwOnError()
    const listed = admin.from('mentors').select('phone').eq('last_name', 'Listed')
    const { data } = await listed.in('phone', phones).throwOnError()
    expect(data.map(({ phone }) => phone as string).toSorted()).toEqual(phones.toSorted())
  })

  it('sends timestamps as ISO 8601 and numeric as numbers', async () => {
    const { data } = await asService(backend)
      .from('donations')
      .select('amount, created_at')
      .limit(1)
    const [donation] = data as { amount: unknown; created_at: unknown }[]
    expect(donation?.amount).toBeTypeOf('number')
    expect(donation?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  it('loses none of many requests that come at the same time', async () => {
    const before = await rowCount(backend, 'public.volunteer_applications')
    const send = (row: object) => {
      const headers = {
        apikey: localKeys.publishable,
        'content-type': 'application/json',
        'cf-connecting-ip': newAddress(),
      }
      const url = `${backend.url}/rest/v1/volunteer_applications`
      // Past the sockets, which would admit them one after the other.
      return backend.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(row) }))
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        // The transaction of the second is undone; those around it must not be.
        const rows = [volunteer(`Side${index}`), { ...volunteer('Bad'), email: 'x'.repeat(300) }]
        return (await Promise.all(rows.map(send))).map(({ status }) => status)
      }),
    )
    expect(answers).toEqual(answers.map(() => [201, 400]))
    expect(await rowCount(backend, 'public.volunteer_applications')).toBe(before + 20)
  })

  it('undoes a refused request entirely', async () => {
    const before = await rowCount(backend, 'public.volunteer_applications')
    const rows = [volunteer('Good'), { ...volunteer('Bad'), email: 'x'.repeat(300) }]
    const { status } = await visit(backend).from('volunteer_applications').insert(rows)
    expect(status).toBe(400)
    expect(await rowCount(backend, 'public.volunteer_applications')).toBe(before)
  })

  it.each([
    ['DELETE', 'DELETE requires a WHERE clause', '/rest/v1/mentors'],
    ['DELETE', 'DELETE requires a WHERE clause', '/rest/v1/mentors?select=id&limit=1&order=id'],
    ['PATCH', 'UPDATE requires a WHERE clause', '/rest/v1/mentors?columns=status'],
    ['PATCH', 'UPDATE requires a WHERE clause', '/rest/v1/mentors?programs.id=eq.1'],
  ])('refuses an unfiltered %s (%s %s)', async (method, message, path) => {
    const response = await fetch(backend.url + path, {
      method,
      headers: { apikey: localKeys.secret, 'content-type': 'application/json' },
      ...(method === 'PATCH' && { body: '{"status":"inactive"}' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: '21000', message })
  })

  it.each([
    ['an upsert', 'POST', '', { prefer: 'resolution=merge-duplicates' }, 403, '42501'],
    ['a PUT', 'PUT', '', {}, 403, '42501'],
    ['half a surrogate pair', 'POST', '', {}, 400, '22P02'],
    [
      'a row without a column that others have',
      'POST',
      '?columns=first_name,status',
      {},
      400,
      '23502',
    ],
  ])('refuses %s, and stores nothing', async (kind, method, search, headers, status, code) => {
    const admin = await signIn(backend, 'admin')
    const { data } = await admin.from('mentors').select('id').limit(1).single<{ id: string }>()
    const stored = async () =>
      (await admin.from('mentors').select('*').order('id').throwOnError()).data as unknown[]
    const before = await stored()
    const body: Record<string, unknown[] | string> = {
      'half a surrogate pair': '{"first_name":"\\ud800"}',
      'a row without a column that others have': [
        { first_name: 'New', status: 'active' },
        { first_name: 'New' },
      ],
    }
    const rows = body[kind] ?? [{ id: data!.id, first_name: 'Replaced' }]
    const { access_token } = (await admin.auth.getSession()).data.session!
    const of = method === 'PUT' ? `?id=eq.${data!.id}` : search
    const answer = await fetch(`${backend.url}/rest/v1/mentors${of}`, {
      method,
      headers: {
        apikey: localKeys.publishable,
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof rows === 'string' ? rows : JSON.stringify(rows),
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
    expect(await stored()).toEqual(before)
  })

  it('carries out filtered ones', async () => {
    const service = asService(backend)
    const { data } = await service.from('mentors').select('id').limit(1).single()
    const updated = await service.from('mentors').update({ bio: 'New' }).eq('id', data!.id).select()
    expect(updated.data).toMatchObject([{ bio: 'New' }])
    const before = await rowCount(backend, 'public.contact_messages')
    const removed = await service.from('contact_messages').delete().not('id', 'is', null)
    expect(removed.status).toBe(204)
    expect(before).toBeGreaterThan(0)
    expect(await rowCount(backend, 'public.contact_messages')).toBe(0)
  })

  it('requires a valid API key', async () => {
    const none = await fetch(`${backend.url}/rest/v1/mentors`)
    const wrong = await fetch(`${backend.url}/rest/v1/mentors`, { headers: { apikey: 'wrong' } })
    expect([none.status, wrong.status]).toEqual([401, 401])
  })
})

describe('a request that Postgres cannot take', () => {
  const send = (path: string, body?: object) =>
    fetch(`${backend.url}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: localKeys.publishable,
        'content-type': 'application/json',
        'cf-connecting-ip': newAddress(),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const answersNext = async () => {
    expect((await asService(backend).from('mentors').select('id').limit(1)).status).toBe(200)
  }

  it.each([[5], [true], ['a'], [{}], [{ a: 1 }], [['a', ['b']]]])(
    'refuses an array column given as %j, and stores nothing',
    async (interests) => {
      const before = await rowCount(backend, 'public.volunteer_applications')
      const answer = await send('volunteer_applications', { ...volunteer('Array'), interests })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: '22P02' }])
      await answersNext()
      expect(await rowCount(backend, 'public.volunteer_applications')).toBe(before)
    },
  )

  it.each([5, false, 'email', {}])('refuses an array argument given as %j', async (chosen) => {
    const admin = await signIn(backend, 'admin')
    const of_list = '/crm?tab=mentors'
    const { status, error } = await admin.rpc('choose_columns', { of_list, chosen })
    expect([status, error?.code]).toEqual([400, '22P02'])
    await answersNext()
  })

  it('refuses half a surrogate pair in an argument', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/submission_stage`, {
      method: 'POST',
      headers: { apikey: localKeys.publishable, 'content-type': 'application/json' },
      body: '{"token":"\\ud800"}',
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: '22P02' }])
  })

  it('refuses a name with a NUL character', async () => {
    const answer = await send('programs?%00=eq.1')
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: '22021' }])
    await answersNext()
  })

  it('does not pass its broken transaction on to the next', async () => {
    await backend.exclusive(async (pg) => {
      await pg.exec('begin')
      await expect(pg.exec('select 1 / 0')).rejects.toThrow('division by zero')
    })
    await answersNext()
  })
})

describe('an argument that PostgREST reads as a filter', () => {
  it.each(['in.test', 'is.', 'not.', 'eq.5', 'cs.office@example.org', 'not.like(any).x'])(
    'hides the function from a GET: %s',
    async (search) => {
      const admin = await signIn(backend, 'admin')
      const asked = { kind: 'mentors', search }
      const { error, status } = await admin.rpc('is_selective', asked, { get: true })
      expect([status, error?.code]).toEqual([404, 'PGRST202'])
      expect((await admin.rpc('is_selective', asked)).status).toBe(200)
    },
  )
})
