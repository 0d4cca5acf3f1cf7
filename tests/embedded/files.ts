import crypto from 'node:crypto'
import type { Backend } from '../../supabase/embedded/backend'
import { localKeys } from '../../supabase/embedded/config'
import { signToken } from '../sign-token'

const octets = 'application/octet-stream'

/** The actions of the app and the clock on a program's files, as an admin. */
export async function filesOf(backend: Pick<Backend, 'fetch' | 'exclusive'>, url: string) {
  const [admin] = await backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ id: string; secret: string }>(
      `select profiles.id, decrypted_secret as secret from public.profiles, vault.decrypted_secrets
       where email = 'admin@kindlewell.test' and name = 'deliver_mail_secret'`,
    )
    await pg.query(
      'insert into auth.sessions (id, user_id) values ($1, $1) on conflict do nothing',
      [rows[0]!.id],
    )
    await pg.query(
      `insert into public.programs (name) select 'Of files'
       where not exists (select from public.programs where name = 'Of files')`,
    )
    return rows
  })
  const { id: account, secret } = admin!
  const claims = { sub: account, session_id: account, role: 'authenticated', aud: 'authenticated' }
  const token = signToken({ ...claims, exp: Math.floor(Date.now() / 1000) + 3600 })
  const send = (method: string, at: string, headers: Record<string, string>, body?: BodyInit) =>
    backend.fetch(
      new Request(url + at, {
        method,
        headers: { apikey: localKeys.publishable, authorization: `Bearer ${token}`, ...headers },
        body: body ?? null,
      }),
    )
  const json = { 'content-type': 'application/json' }
  const rpc = (name: string, given: object) =>
    send('POST', `/rest/v1/rpc/${name}`, json, JSON.stringify(given))
  const tus = { 'tus-resumable': '1.0.0' }
  return {
    token,
    key: localKeys.publishable,
    send,
    rpc,
    announce: async (name: string, size: number) => {
      const id = crypto.randomUUID()
      const record = await backend.exclusive(async (pg) => {
        const { rows } = await pg.query<{ id: string }>(
          "select id from public.programs where name = 'Of files'",
        )
        return rows[0]!.id
      })
      await rpc('add_file', { id, kind: 'programs', record, name, size })
      return id
    },
    upload: (id: string, bytes: Uint8Array<ArrayBuffer>) =>
      send('POST', `/storage/v1/object/files/${id}`, { 'content-type': octets }, bytes),
    begin: (id: string, size: number, more: Record<string, string> = {}) =>
      send('POST', '/storage/v1/upload/resumable', {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': `bucketName ${btoa('files')},objectName ${btoa(id)},contentType ${btoa(octets)}`,
        ...more,
      }),
    resume: (place: string, offset: number, bytes: BodyInit) =>
      send(
        'PATCH',
        place,
        {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        bytes,
      ),
    ask: (place: string) => send('HEAD', place, tus),
    uploadInParts: async function (id: string, bytes: Uint8Array<ArrayBuffer>, size: number) {
      const begun = await this.begin(id, bytes.length)
      const place = new URL(begun.headers.get('location')!).pathname
      for (let offset = 0; offset < bytes.length; offset += size) {
        await this.resume(place, offset, bytes.slice(offset, offset + size))
      }
    },
    check: async (file: string) =>
      (
        await send('POST', '/functions/v1/check-files', json, JSON.stringify({ file }))
      ).json() as Promise<{ state: string | null; refusal: string | null }>,
    read: (id: string) => send('GET', `/storage/v1/object/authenticated/files/${id}`, {}),
    /** More than a day ago. */
    remove: async (file: string) => {
      await rpc('remove_file', { file })
      await backend.exclusive((pg) =>
        pg.query("update public.files set removed_at = now() - interval '2 days' where id = $1", [
          file,
        ]),
      )
    },
    erase: () =>
      backend.exclusive((pg) => pg.query("delete from public.programs where name = 'Of files'")),
    sweep: async () => {
      const clock = { ...json, authorization: `Bearer ${secret}` }
      const body = JSON.stringify({ everything: true })
      const answer = await send('POST', '/functions/v1/check-files', clock, body)
      await backend.exclusive((pg) => pg.query('select private.forget_files()'))
      return answer.json() as Promise<{ checked: number; deleted: number }>
    },
  }
}
