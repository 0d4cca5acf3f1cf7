import { ResourceList } from '@/shared/resource/resource-list'
import { Container } from '@/shared/ui/container'
import { changeLog } from './change-log'

export function ChangeLogPage() {
  return (
    <Container width="wide">
      <title>Change Log</title>
      <h1>Change Log</h1>
      <p className="mt-2 mb-8 max-w-measure text-lg text-ink-soft">
        Who changed or exported what, newest first. Entries are kept for a year, and nobody can
        alter them.
      </p>
      <ResourceList resource={changeLog} />
    </Container>
  )
}
