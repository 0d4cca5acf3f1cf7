import Columns3 from 'lucide-react/icons/columns-3'
import { useState } from 'react'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'
import type { ColumnsProps } from './column-list'

const ColumnsDialog = lazyPart(() => import('./columns-dialog'))

export function ColumnsButton(props: ColumnsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" title="Columns" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden="true" />
        <span className="in-data-tight:sr-only @max-4xl:sr-only">Columns</span>
      </Button>
      {isOpen && <ColumnsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
