import { useQuery } from '@tanstack/react-query'
import { recordFilesQuery, type FileRecord } from './file-queries'
import { FilesPart } from './files-part'

/** The files of a record. */
export function RecordFiles({ record }: { record: FileRecord }) {
  return (
    <FilesPart query={useQuery(recordFilesQuery(record))} name={record.name} records={[record]} />
  )
}
