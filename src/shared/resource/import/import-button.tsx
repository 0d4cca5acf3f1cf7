import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { Button } from '@/shared/ui/button'
import { PartBoundary } from '@/shared/ui/part-boundary'
import { importForm, type Resource } from '../define-resource'

const ImportDialog = lazyComponent(async () => (await import('./import-dialog')).ImportDialog)

/** Opens the import of a list to which something is added; nothing for others. */
export function ImportButton({ resource }: { resource: Resource }) {
  const [isOpen, setIsOpen] = useState(false)
  const form = importForm(resource)
  if (!form) return null
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden="true" />
        <span className="in-data-tight:sr-only @max-4xl:sr-only">Import</span>
      </Button>
      {isOpen && (
        <PartBoundary failure="The import could not be loaded.">
          <ImportDialog resource={resource} form={form} onClose={() => setIsOpen(false)} />
        </PartBoundary>
      )}
    </>
  )
}
