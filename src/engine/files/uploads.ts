import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Upload as Sent } from 'tus-js-client'
import { isolated } from '@/shared/lib/isolated'
import { fileName, largestFile, prepareFile, refusals } from '@/shared/lib/file-content'
import { ask } from '@/shared/supabase/ask'
import { backendMessage } from '@/shared/supabase/backend-message'
import { endLostSession, onSessionChange, supabase } from '@/shared/supabase/client'
import { endedSession, untilBack } from '@/shared/supabase/ended-session'
import { notify } from '@/shared/ui/notify'
import { filesKey, type FileRecord } from './file-queries'
import { resourceKey } from '@/engine/core/resource-queries'
import { NO_SPACE, RefusedUploadError, sendFile } from './send-file'

/** This many at a time. */
const MOST_RUNNING = 2
const MOST_NAME_BYTES = 255

/** A file on its way to a record. */
export interface Upload {
  /** Of its row */
  id: string
  record: FileRecord
  name: string
  size: number
  /**
   * `naming`: its name is too long, and `name` suggests another. `failed` can go on, `refused` cannot;
   * both have a message.
   */
  step: 'waiting' | 'reading' | 'naming' | 'sending' | 'checking' | 'failed' | 'refused'
  /** 0 to 1 */
  progress: number
  message?: string
}

interface Job {
  file: File
  /** The one that the user chose for a name that was too long */
  name?: string
  running?: AbortController
  prepared?: Prepared
  isAnnounced?: boolean
  isSent?: boolean
}

/** What is uploaded of a file that can be accepted */
interface Prepared {
  content: Blob
  hash: string
  type: string
  /** How far it got */
  upload?: Sent
}

let uploads: readonly Upload[] = []
const jobs = new Map<string, Job>()
const listeners = new Set<() => void>()
/** How many parts of the page show a record's uploads. */
const shown = new Map<string, number>()
/** The last event, for screen readers. */
let news: { record: string; text: string } | undefined
let queries: QueryClient | undefined
let stopWatching: (() => void) | undefined

/** It can't be added, and a second try won't help. */
class RefusedFileError extends Error {}

/** It can be added once someone has made space. */
class FullError extends Error {
  override message = 'There is no space left for files. Ask an admin to free some, then try again.'
}

function write(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
  if (uploads.some(({ step }) => step !== 'refused')) stopWatching ??= watch()
  else {
    stopWatching?.()
    stopWatching = undefined
  }
}

function change(id: string, changed: Partial<Upload>): void {
  write(uploads.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)))
}

function forget(id: string): void {
  jobs.get(id)?.running?.abort()
  jobs.delete(id)
  write(uploads.filter((upload) => upload.id !== id))
}

/**
 * While files upload: asks before the page is left, resumes when the connection returns, and stops
 * when the account signs out.
 */
function watch(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const goOn = () => {
    for (const { id, step } of uploads) if (step === 'failed') retryUpload(id)
  }
  window.addEventListener('beforeunload', warn)
  window.addEventListener('online', goOn)
  let owner: string | undefined
  const stop = onSessionChange((_event, session) => {
    owner ??= session?.user.id
    // The next user of the computer must not see them; the same user may resume.
    if (session && session.user.id !== owner) for (const { id } of uploads) forget(id)
  })
  return () => {
    window.removeEventListener('beforeunload', warn)
    window.removeEventListener('online', goOn)
    stop()
  }
}

/** Adds files to a record, in their order and two at a time, also after its panel has closed. */
export function addFiles(client: QueryClient, record: FileRecord, files: readonly File[]): void {
  queries = client
  const added = files.map((file) => {
    const id = crypto.randomUUID()
    jobs.set(id, { file })
    return { id, record, name: file.name, size: file.size, step: 'waiting', progress: 0 } as const
  })
  write([...uploads, ...added])
  startNext()
}

export function retryUpload(id: string): void {
  change(id, { step: 'waiting' })
  startNext()
}

/** Keeps a shorter name while it is typed. */
export const typeName = (id: string, name: string): void => change(id, { name })

/** Continues under the name that the user gave. */
export function nameUpload(id: string, name: string): void {
  const job = jobs.get(id)
  if (job) job.name = name
  retryUpload(id)
}

/** Cancels one that is on its way, or dismisses one that was refused. */
export function cancelUpload(id: string): void {
  const isAnnounced = jobs.get(id)?.isAnnounced
  forget(id)
  startNext()
  if (isAnnounced) withdraw(id)
}

/** If this fails, the row is removed after a day. */
function withdraw(file: string): void {
  void supabase.rpc('remove_file', { file }).then(refetch)
}

function refetch(): void {
  for (const queryKey of [filesKey, resourceKey('change_log')]) {
    void queries?.invalidateQueries({ queryKey })
  }
}

function startNext(): void {
  const isRunning = ({ step }: Upload) =>
    step === 'reading' || step === 'sending' || step === 'checking'
  while (uploads.filter(isRunning).length < MOST_RUNNING) {
    const next = uploads.find(({ step }) => step === 'waiting')
    if (!next) return
    void run(next)
  }
}

async function run(upload: Upload): Promise<void> {
  const job = jobs.get(upload.id)!
  const { signal } = (job.running = new AbortController())
  change(upload.id, { step: 'reading' })
  try {
    await add(upload, job, signal)
  } catch (error) {
    if (!signal.aborted) fail(upload, error)
  }
  startNext()
}

function fail({ id, record }: Upload, error: unknown): void {
  const isRefused = error instanceof RefusedFileError
  const message =
    isRefused || error instanceof FullError
      ? error.message
      : (backendMessage(error) ??
        'The connection dropped. The upload will continue where it stopped.')
  const { name } = uploads.find((upload) => upload.id === id)!
  news = { record: record.id, text: `${name}: ${message}` }
  change(id, { step: isRefused ? 'refused' : 'failed', message })
  if (!shown.get(record.id)) {
    notify({
      tone: 'error',
      title: 'A file was not added.',
      description: `${isolated(name)}, to ${record.name}: ${message}`,
    })
  }
}

async function add({ id, record }: Upload, job: Job, signal: AbortSignal): Promise<void> {
  const step = (changed: Partial<Upload>) => {
    signal.throwIfAborted()
    change(id, changed)
  }
  const prepared = (job.prepared ??= await prepare(job.file))
  const name = fileName(job.name ?? job.file.name, prepared.type)
  if (!job.name && bytesOf(job.file.name) > MOST_NAME_BYTES) return step({ step: 'naming', name })
  step({ step: 'sending', name, size: prepared.content.size })
  refuseSame(id, record, prepared.hash)
  if (!job.isSent) {
    await announce(id, record, name, prepared)
    if (signal.aborted) return withdraw(id)
    job.isAnnounced = true
    await send(id, prepared, signal)
    job.isSent = true
  }
  step({ step: 'checking' })
  await check(id, job)
  signal.throwIfAborted()
  news = { record: record.id, text: `${name} added` }
  forget(id)
  refetch()
}

/** The second of two copies added at once. */
function refuseSame(id: string, record: FileRecord, hash: string): void {
  const same = uploads.find(
    (other) =>
      other.id !== id &&
      other.record.id === record.id &&
      ['sending', 'checking', 'failed'].includes(other.step) &&
      jobs.get(other.id)?.prepared?.hash === hash,
  )
  if (same) throw new RefusedFileError(`This file is already here: ${same.name}`)
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

async function prepare(file: File): Promise<Prepared> {
  if (file.size > largestFile) throw new RefusedFileError(refusals.too_large)
  let prepared
  try {
    prepared = await prepareFile(file, file.name)
    if ('refusal' in prepared && prepared.refusal === 'heic') {
      const jpeg = await asJpeg(file)
      if (jpeg) prepared = await prepareFile(jpeg, file.name)
    }
  } catch {
    throw new RefusedFileError('The file could not be read. It may have moved. Choose it again.')
  }
  if ('refusal' in prepared) throw new RefusedFileError(refusals[prepared.refusal])
  const { bytes, hash, type } = prepared
  return { content: new Blob([bytes], { type: 'application/octet-stream' }), hash, type }
}

const JPEG_QUALITY = 0.9

/** A picture as a JPEG, where the browser can read it. */
async function asJpeg(picture: Blob): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(picture)
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  } catch {
    return null
  }
}

/** The same file, a missing record, no permission, or a bad name or size */
const finalCodes = ['PT409', 'PT404', '42501', '23514']

async function announce(
  id: string,
  { kind, id: record }: FileRecord,
  name: string,
  { content: { size }, hash }: Prepared,
): Promise<void> {
  try {
    await ask(supabase.rpc('add_file', { id, kind, record, name, size, hash }))
  } catch (error) {
    const { code } = error as { code?: unknown }
    const said = backendMessage(error)
    if (said && finalCodes.includes(String(code))) throw new RefusedFileError(said)
    throw error
  }
}

async function send(id: string, prepared: Prepared, signal: AbortSignal): Promise<void> {
  try {
    await sendFile(id, prepared, signal, (progress) => !signal.aborted && change(id, { progress }))
  } catch (error) {
    if (!(error instanceof RefusedUploadError)) throw error
    if (error.status === NO_SPACE) throw new FullError()
    if (await hasSessionEnded()) {
      await untilBack(signal)
      return send(id, prepared, signal)
    }
    if (error.status === 401) throw error
    throw new RefusedFileError(
      error.status === 413
        ? refusals.too_large
        : 'The record was removed, or you may no longer add files to it.',
    )
  }
}

async function hasSessionEnded(): Promise<boolean> {
  await endLostSession()
  return endedSession() !== undefined
}

/** Has the server check what arrived. A refused file stays in the list, with the reason. */
async function check(file: string, job: Job): Promise<void> {
  const { error } = (await supabase.functions.invoke('check-files', { body: { file } })) as {
    error: (Error & { context?: unknown }) | null
  }
  if (!error) return
  const { context } = error
  if (context instanceof Response && context.status === 404) {
    // The object is gone: it has to be sent again.
    job.isSent = false
    delete job.prepared?.upload
  }
  throw error
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads to these records in order, and their last announcement. */
export function useUploads(records: readonly Pick<FileRecord, 'id'>[]) {
  const all = useSyncExternalStore(subscribe, () => uploads)
  const isOne = (id: string) => records.some((record) => record.id === id)
  return {
    uploads: all.filter(({ record }) => isOne(record.id)),
    news: news && isOne(news.record) ? news.text : '',
  }
}

/**
 * While part of the page shows a record's uploads, their failures raise no toasts. Returns a
 * function that ends this.
 */
export function showUploads(records: readonly Pick<FileRecord, 'id'>[]): () => void {
  const count = (by: number) => {
    for (const { id } of records) shown.set(id, (shown.get(id) ?? 0) + by)
  }
  count(1)
  return () => count(-1)
}
