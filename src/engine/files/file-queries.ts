import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { allRows, type SelectRows } from '@/engine/core/all-rows'
import { resourceKey } from '@/engine/core/resource-queries'
import { searchArgument, searchedWords } from '@/engine/core/search-filter'
import { isSearchable } from '@/engine/core/people-search'
import { undoable } from '@/engine/core/undoable'
import { downloadFile } from '@/shared/lib/download-file'
import { isolated } from '@/shared/lib/isolated'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

/** The tables of records that have files. */
export type FileKind =
  | 'mentors'
  | 'mentees'
  | 'trainers'
  | 'donors'
  | 'donations'
  | 'programs'
  | 'submissions'
  | 'clearances'

/** A record that has files. */
export interface FileRecord {
  kind: FileKind
  id: string
  /** As the user knows it */
  name: string
}

export type StoredFile = Omit<
  RpcRow<'person_files', 'record_name' | 'type' | 'refusal' | 'created_by' | 'author_name'>,
  'record_name'
> & { record_name?: string | null }

export const BUCKET = 'files'
export const filesKey = resourceKey('files')
const listed = [...filesKey, 'listed'] as const
/** A change of a file is in the history of its record. */
const invalidates = [filesKey, resourceKey('change_log')]

/** A file that another browser adds is checked at last by the clock. */
const UNFINISHED_MS = 15_000

const options = {
  refetchInterval: ({ state }: { state: { data: StoredFile[] | undefined } }) =>
    state.data?.some((file) => file.state === 'uploading') ? UNFINISHED_MS : false,
} as const

const columns =
  'id,record_kind,record_id,name,type,size,state,refusal,created_at,created_by,author_name'

/** Reads all of them, so that they can be sorted by name. */
async function allFiles(select: SelectRows, signal: AbortSignal): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for await (const rows of allRows(select, signal, columns)) {
    files.push(...(rows as unknown as StoredFile[]))
  }
  return files
}

/** The files of a record, the newest first. */
export const recordFilesQuery = ({ kind, id }: Pick<FileRecord, 'kind' | 'id'>) =>
  queryOptions({
    ...options,
    queryKey: [...listed, kind, id],
    queryFn: ({ signal }) => {
      const files = (selected: string) =>
        supabase.from('files').select(selected).eq('record_kind', kind).eq('record_id', id)
      return allFiles(files as unknown as SelectRows, signal)
    },
  })

/** The files of all records of a person that the user may read, the newest first. */
export const personFilesQuery = (person: string) =>
  queryOptions({
    ...options,
    queryKey: [...listed, 'person_files', { person }],
    queryFn: ({ signal }) => {
      const files = (selected: string) => supabase.rpc('person_files', { person }).select(selected)
      return allFiles(files as unknown as SelectRows, signal)
    },
  })

/** Files by their names, on records that the user may read; never a mentee's. */
export const foundFilesQuery = (text: string) =>
  rpcQuery<'search_files', StoredFile[]>(
    [...filesKey, 'found'],
    'search_files',
    { search: searchArgument(searchedWords(text)) },
    { enabled: isSearchable(text), staleTime: 30_000, placeholderData: keepPreviousData },
  )

/** The new name has the ending of the file's type. Its dialog shows a failure. */
export const renameFile = mutationOptions({
  mutationFn: (change: { file: string; name: string; replaced: string }) =>
    ask(supabase.rpc('rename_file', change)),
  // After a refusal too: someone may have renamed it.
  onSettled: (_data, _error, _change, _shown, { client }) =>
    client.invalidateQueries({ queryKey: listed }),
  meta: { success: { title: 'File renamed' }, invalidates },
})

type Named = Pick<StoredFile, 'id' | 'name' | 'state'>

export const removeFile = mutationOptions({
  mutationFn: ({ id }: Named) => ask(supabase.rpc('remove_file', { file: id })),
  onSuccess: (_data, file, _shown, { client }) => {
    if (file.state !== 'ready') return
    notify({
      title: 'File removed',
      description: isolated(file.name),
      tone: 'success',
      action: { label: 'Undo', onClick: undoable(client, restoreFile, file) },
    })
  },
  meta: { failure: failureAsSaid, invalidates },
})

const restoreFile = mutationOptions({
  mutationFn: ({ id }: Named) => ask(supabase.rpc('restore_file', { file: id })),
  meta: { success: { title: 'File restored' }, failure: failureAsSaid, invalidates },
})

async function read(
  { id, type }: Pick<StoredFile, 'id' | 'type'>,
  signal?: AbortSignal,
): Promise<Blob> {
  const request = supabase.storage
    .from(BUCKET)
    .download(id, {}, { cache: 'no-store', ...(signal && { signal }) })
  const { data, error } = await request
  if (error) throw error
  // Stored without a type.
  return new Blob([data], { type: type ?? '' })
}

/** The content of a file, as long as it is shown. */
export const contentQuery = ({ id, type }: StoredFile, opened?: Blob) =>
  queryOptions({
    queryKey: ['file content', id, type],
    queryFn: ({ signal }) => read({ id, type }, signal),
    ...(opened && { initialData: opened }),
    gcTime: 0,
    staleTime: Infinity,
  })

/** Logs why the file of a mentee is opened, and then reads it. Its dialog shows a failure. */
export const openFile = (file: StoredFile) =>
  mutationOptions({
    mutationFn: async ({ reason }: { reason: string }) => {
      await ask(supabase.rpc('open_file', { file: file.id, reason }))
      return read(file)
    },
    // The answer is a child's file.
    gcTime: 0,
    meta: { invalidates: [resourceKey('change_log')] },
  })

/** Reads a file and saves it from memory: a link would open for anyone who has it. */
export const saveFile = mutationOptions({
  mutationFn: async (file: StoredFile) => {
    const content = await read(file)
    downloadFile(file.name, content.type, [content])
  },
  meta: {
    failure: (error: Error) => ({
      title: 'The file could not be downloaded.',
      description: storageFailure(error),
    }),
    invalidates: [],
  },
})

/** Why a file could not be read, in words. */
export function storageFailure(error: Error): string {
  const { statusCode } = error as { statusCode?: unknown }
  return statusCode === '404'
    ? 'It was removed, or you no longer have access to it.'
    : 'The server could not be reached. Please try again.'
}
