import File from 'lucide-react/icons/file'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import Image from 'lucide-react/icons/image'
import type { LucideIcon } from 'lucide-react'
import { fileEndings } from '@/shared/lib/file-content'
import type { StoredFile } from './file-queries'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const kinds: Readonly<Record<string, { label: string; Icon: LucideIcon }>> = {
  'application/pdf': { label: 'PDF', Icon: FileText },
  'image/jpeg': { label: 'Picture', Icon: Image },
  'image/png': { label: 'Picture', Icon: Image },
  'image/webp': { label: 'Picture', Icon: Image },
  [word]: { label: 'Word', Icon: FileText },
  [excel]: { label: 'Excel', Icon: FileSpreadsheet },
  'text/csv': { label: 'CSV', Icon: FileSpreadsheet },
  'text/plain': { label: 'Text', Icon: FileText },
}

/** The word and the icon of a type. */
export const kindOf = (type: string | null) => kinds[type ?? ''] ?? { label: 'File', Icon: File }

const records: Readonly<Record<string, string>> = {
  mentors: 'Mentor',
  mentees: 'Mentee',
  trainers: 'Trainer',
  donors: 'Donor',
  donations: 'Gift',
  submissions: 'Submission',
  clearances: 'Clearance',
}

/** The word for a record of a person. */
export const recordLabel = (kind: string): string => records[kind] ?? kind

export const isPicture = (type: string | null): boolean => type?.startsWith('image/') ?? false

export const isShowable = (type: string | null): boolean =>
  isPicture(type) || type === 'application/pdf'

/** Of the files that can be chosen. A phone then turns its own pictures into JPEG. */
export const accepted = Object.values(fileEndings)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',')

const units = ['KB', 'MB'] as const

/** "1 byte", "340 KB", "1.2 MB" */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const isLarge = bytes >= 999_500
  const amount = bytes / (isLarge ? 1024 * 1024 : 1024)
  const digits = amount < 10 ? 1 : 0
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: digits })} ${units[isLarge ? 1 : 0]}`
}

const byName = new Intl.Collator('en-US', { numeric: true })
export const fileOrders = {
  newest: { label: 'Newest first', compare: () => 0 },
  name: {
    label: 'By name',
    compare: (a: StoredFile, b: StoredFile) => byName.compare(a.name, b.name),
  },
  kind: {
    label: 'By kind',
    compare: (a: StoredFile, b: StoredFile) =>
      byName.compare(kindOf(a.type).label, kindOf(b.type).label) || byName.compare(a.name, b.name),
  },
} as const
