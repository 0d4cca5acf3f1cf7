import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '@/shared/account-ui/failure'
import { QrCode } from '@/shared/account-ui/qr-code'
import { paths } from '@/shared/config/paths'
import { consentDays, consentKinds, consentTitles, type ConsentKind } from '@/shared/data/consents'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField, Field, FieldGroup } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import { askConsent, consentsQuery, type Asking, type ConsentAnswer } from './consent-queries'
import { nameIn, type WithConsents } from './with-consents'

interface AskDialogProps extends WithConsents {
  onClose: () => void
}

/** Asks a guardian for children: by an email, or with codes that the guardian scans. */
export function AskDialog({ card, consents, onClose }: AskDialogProps) {
  const asking = useMutation(askConsent)
  const codes = asking.data ?? []
  const isDone = asking.isSuccess
  const road = asking.variables?.road
  return (
    <Dialog open onOpenChange={() => !asking.isPending && onClose()}>
      <DialogContent
        title={isDone && road === 'code' ? 'Scan the code' : 'Ask for consent'}
        description={
          isDone && road === 'code'
            ? 'The parent or guardian opens it with the camera of their phone, and answers there.'
            : `The page shows the child’s first name and the texts. It takes answers for ${consentDays} days.`
        }
      >
        {!isDone && <Choice {...{ card, consents, asking }} />}
        {isDone && road === 'mail' && (
          <Alert tone="success" role="status" title="The email is on its way.">
            It went to {asking.variables?.address}.
          </Alert>
        )}
        {codes.length > 0 && asking.variables && (
          <Codes {...{ card, consents, codes }} adult={asking.variables.adult} />
        )}
        {isDone && (
          <DialogFooter>
            <DialogClose autoFocus>Done</DialogClose>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** How often an answer on the guardian's phone is looked for. */
const LIVE_MS = 3_000

interface CodesProps extends WithConsents {
  codes: readonly { child_id: string; token: string }[]
  adult: string
}

/** A code for each child, with what the guardian has answered since. */
function Codes({ card, consents, codes, adult }: CodesProps) {
  const children = card.children.map(({ id }) => id)
  useQuery({ ...consentsQuery(children), refetchInterval: LIVE_MS })
  const [earlier] = useState(() => new Set(consents.answers.map(keyOf)))
  return codes.map(({ child_id: child, token }) => {
    const said = consents.answers.filter(
      (one) => one.child_id === child && one.adult_id === adult && !earlier.has(keyOf(one)),
    )
    return (
      <section key={child} aria-label={nameIn(card, child)} className="mb-4">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {nameIn(card, child)}
        </p>
        <QrCode
          text={`${window.location.origin}${paths.consent}#${token}`}
          label={`QR code for ${nameIn(card, child)}`}
        />
        <p role="status" className="mt-1.5 text-sm text-ink-soft">
          {said.length === 0
            ? 'Answers appear here.'
            : said.map(({ kind, answer }) => `${consentTitles[kind]}: ${answer}`).join(' · ')}
        </p>
      </section>
    )
  })
}

const keyOf = ({ child_id: child, adult_id: adult, kind, given_at: at }: ConsentAnswer) =>
  [child, adult, kind, at].join()

interface ChoiceProps extends WithConsents {
  asking: UseMutationResult<unknown, Error, Asking>
}

function Choice({ card, consents, asking }: ChoiceProps) {
  const { adults, states } = consents
  const guardians = [...new Set(adults.map(({ adult_id }) => adult_id))]
  const [adult, setAdult] = useState(guardians[0] ?? '')
  const theirs = adults.filter((one) => one.adult_id === adult).map(({ child_id }) => child_id)
  const [without, setWithout] = useState<readonly string[]>([])
  const missing = consentKinds.filter((kind) =>
    states.some((one) => one.kind === kind && one.state !== 'yes'),
  )
  const [kinds, setKinds] = useState<readonly ConsentKind[]>(
    missing.length > 0 ? missing : consentKinds,
  )
  // Another choice is another request: a retry after a lost answer asks nobody twice.
  const [mail, setMail] = useState(() => crypto.randomUUID())
  const [code, setCode] = useState(() => crypto.randomUUID())
  function choose(change: () => void) {
    change()
    setMail(crypto.randomUUID())
    setCode(crypto.randomUUID())
  }
  const children = theirs.filter((child) => !without.includes(child))
  const email = card.adults.find(({ id }) => id === adult)?.email ?? null
  const isEmpty = children.length === 0 || kinds.length === 0
  const send = (road: 'mail' | 'code') =>
    asking.mutate({
      batch: road === 'mail' ? mail : code,
      children,
      adult,
      kinds: consentKinds.filter((kind) => kinds.includes(kind)),
      road,
      address: road === 'mail' ? email : null,
    })
  const isBusy = (road: 'mail' | 'code') => asking.isPending && asking.variables?.road === road

  return (
    <form
      aria-label="Ask for consent"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send('code')
      }}
    >
      <Field
        label="Parent or guardian"
        as={NativeSelect}
        value={adult}
        onChange={({ target }) =>
          choose(() => {
            setAdult(target.value)
            setWithout([])
          })
        }
      >
        {guardians.map((id) => (
          <option key={id} value={id}>
            {nameIn(card, id)}
          </option>
        ))}
      </Field>
      {theirs.length > 1 && (
        <FieldGroup legend="Children">
          {theirs.map((child) => (
            <CheckboxField
              key={child}
              label={nameIn(card, child)}
              checked={!without.includes(child)}
              onChange={() => choose(() => setWithout(toggled(without, child)))}
            />
          ))}
        </FieldGroup>
      )}
      <FieldGroup legend="Consents">
        {consentKinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={consentTitles[kind]}
            checked={kinds.includes(kind)}
            onChange={() => choose(() => setKinds(toggled(kinds, kind)))}
          />
        ))}
      </FieldGroup>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {isEmpty
          ? 'Choose at least one child and one consent.'
          : email
            ? `The email goes to ${email}.`
            : 'There is no email address. The parent or guardian can scan a code.'}
      </p>
      <Failure of={asking} title="Nobody was asked." />
      <DialogFooter>
        <DialogClose variant="outline" disabled={asking.isPending}>
          Cancel
        </DialogClose>
        {email && (
          <Button
            variant="outline"
            disabled={isEmpty}
            loading={isBusy('mail')}
            onClick={() => send('mail')}
          >
            Send email
          </Button>
        )}
        <Button type="submit" disabled={isEmpty} loading={isBusy('code')}>
          Show code
        </Button>
      </DialogFooter>
    </form>
  )
}

const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value]
