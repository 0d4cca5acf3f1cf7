import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { RouteName } from '@/shared/auth/routes'
import { KeyList } from '@/shared/account-ui/key-help'
import type { KeyLine } from '@/shared/account-ui/page-help'
import { readSingleKeys, writeSingleKeys } from '@/shared/lib/single-keys'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import { hasHelp, helpOf } from './help-texts'
import { meaningOf } from './words'

interface HelpDialogProps {
  name: RouteName
  /** The page's own */
  keys: readonly KeyLine[]
  onClose: () => void
}

const everywhere: readonly KeyLine[] = [
  { keys: ['Ctrl', 'K'], does: 'Find a page, a person, an action or a word' },
  { keys: ['?'], does: 'Show this help' },
]

/** What the screen is for, its keys and its words. */
export function HelpDialog({ name, keys, onClose }: HelpDialogProps) {
  const { search } = useLocation()
  const [areSingleKeysOn, setSingleKeysOn] = useState(readSingleKeys)
  const [screen] = useState(() => document.title.split(' · ')[0])
  if (!hasHelp(name)) return null
  const text = helpOf(name, new URLSearchParams(search))
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="md"
        title={`Help: ${screen}`}
        description={text.about}
        className="outline-none"
        // The first control is far down.
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
      >
        <section aria-labelledby="help-keys" className="pointer-coarse:hidden">
          <h3 id="help-keys" className="mb-2 text-sm font-semibold">
            Keys
          </h3>
          <KeyList keys={[...(keys.length > 0 ? keys : (text.keys ?? [])), ...everywhere]} />
        </section>
        {text.words.length > 0 && (
          <section aria-labelledby="help-words" className="mt-5">
            <h3 id="help-words" className="mb-2 text-sm font-semibold">
              Words
            </h3>
            <dl className="grid gap-y-1.5 text-sm">
              {text.words.map((term) => (
                <div key={term}>
                  <dt className="inline font-semibold">{term}: </dt>
                  <dd className="inline text-ink-soft">{meaningOf(term)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <div className="mt-5 pointer-coarse:hidden">
          <CheckboxField
            label="Use single keys"
            description="Turn them off if speech input or another tool presses them for you."
            checked={areSingleKeysOn}
            onChange={({ target }) => {
              setSingleKeysOn(target.checked)
              writeSingleKeys(target.checked)
            }}
          />
        </div>
        <DialogFooter>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
