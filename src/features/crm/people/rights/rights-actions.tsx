import Eraser from 'lucide-react/icons/eraser'
import FileDown from 'lucide-react/icons/file-down'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button, buttonClass } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import type { Subject } from './rights-queries'

const EraseDialog = lazyPart(() => import('./erase-dialog'))

/** For admins: hand over what we hold about a person or their child, and erase it. */
export function RightsActions({ subjects }: { subjects: readonly [Subject, ...Subject[]] }) {
  const { can } = useAuth()
  const [chosen, setChosen] = useState<string>()
  const [erasing, setErasing] = useState<Subject>()
  const subject = subjects.find(({ value }) => value === chosen) ?? subjects[0]
  if (!can('admin')) return null
  return (
    <section aria-label="Rights" className="mt-8 mb-6 grid gap-3 border-t border-line pt-4">
      {subjects.length > 1 && (
        <Field
          label="Whose data"
          as={NativeSelect}
          value={subject.value}
          onChange={({ target }) => setChosen(target.value)}
        >
          {subjects.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to={`${paths.handedOver}?of=${encodeURIComponent(subject.value)}`}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <FileDown aria-hidden="true" />
          Hand over data
        </Link>
        <Button variant="outline" size="sm" onClick={() => setErasing(subject)}>
          <Eraser aria-hidden="true" />
          Erase…
        </Button>
      </div>
      {erasing && <EraseDialog subject={erasing} onClose={() => setErasing(undefined)} />}
    </section>
  )
}
