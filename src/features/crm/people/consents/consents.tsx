import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { consentTitles, type ConsentKind } from '@/shared/data/consents'
import { formatDate } from '@/shared/lib/format-date'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import type { FamilyCard } from '../family/family-queries'
import { consentsQuery, type ConsentAnswer } from './consent-queries'
import { nameIn, type WithConsents } from './with-consents'

const AskDialog = lazyPart(() => import('./ask-dialog'))
const ToldDialog = lazyPart(() => import('./told-dialog'))
const TextsDialog = lazyPart(() => import('./texts-dialog'))

const states = {
  yes: ['Yes', 'green'],
  no: ['No', 'red'],
  open: ['Not given', 'quiet'],
} as const

const roads = { mail: 'by email', code: 'by code' } as const

/** What guardians allow for the children of an open family. */
export function Consents({ card }: { card: FamilyCard }) {
  const query = useQuery(consentsQuery(card.children.map(({ id }) => id)))
  const [opened, setOpened] = useState<'ask' | 'told' | 'texts'>()
  function close() {
    // The guardian may have answered since the codes last looked.
    if (opened === 'ask') void query.refetch()
    setOpened(undefined)
  }
  const consents = query.data
  if (!consents) {
    return query.isLoadingError ? (
      <LoadFailure title="The consents could not be loaded." query={query} className="mt-3" />
    ) : null
  }
  const known = { card, consents }
  return (
    <section aria-label="Consents" className="pt-3">
      <h5 className="font-sans text-xs font-semibold text-ink-soft">Consents</h5>
      {card.children.map(({ id }) => (
        <OfChild key={id} {...known} child={id} />
      ))}
      <div className="flex flex-wrap gap-2 py-2">
        {consents.adults.length > 0 && (
          <Button variant="outline" size="sm" onClick={() => setOpened('ask')}>
            Ask for consent
          </Button>
        )}
        {card.ties.some(({ relation }) => relation !== 'other') && (
          <Button variant="ghost" size="sm" onClick={() => setOpened('told')}>
            Note an answer
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => setOpened('texts')}>
          Read the texts
        </Button>
      </div>
      {opened === 'ask' && <AskDialog {...known} onClose={close} />}
      {opened === 'told' && <ToldDialog {...known} onClose={close} />}
      {opened === 'texts' && <TextsDialog texts={consents.texts} onClose={close} />}
    </section>
  )
}

/** Only what was asked or answered. */
function OfChild({ card, consents, child }: WithConsents & { child: string }) {
  const { texts, states: found, answers, requests } = consents
  const asked = requests.filter(({ child_id }) => child_id === child)
  const said = answers.filter(({ child_id }) => child_id === child)
  const kinds = texts.filter(
    ({ kind }) =>
      said.some((one) => one.kind === kind) || asked.some((one) => one.kinds.includes(kind)),
  )
  if (kinds.length === 0) return null
  return (
    <div className="border-b border-line py-2 text-sm">
      {card.children.length > 1 && (
        <p className="font-semibold wrap-anywhere" dir="auto">
          {nameIn(card, child)}
        </p>
      )}
      <dl>
        {kinds.map(({ kind, version }) => {
          const state = found.find((one) => one.child_id === child && one.kind === kind)?.state
          const [label, tone] = states[state ?? 'open']
          return (
            <div key={kind} className="py-1">
              <dt className="flex flex-wrap items-center gap-2">
                {consentTitles[kind]}
                <Badge tone={tone}>{label}</Badge>
              </dt>
              {said
                .filter((one) => one.kind === kind)
                .map((one, index) => (
                  <dd key={index} className="text-ink-soft wrap-anywhere" dir="auto">
                    {answerInWords(one, nameIn(card, one.adult_id), version)}
                  </dd>
                ))}
              <Waiting {...{ card, consents, child, kind, version }} />
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function answerInWords(said: ConsentAnswer, name: string, version: number): string {
  const { answer, road, note, recorded_by: by, version: read } = said
  const told = road === 'staff' ? `noted by ${by ?? 'a colleague'}: ${note ?? ''}` : roads[road]
  const earlier = read === version ? '' : ', to an earlier text'
  return `${name}: ${answer}, ${formatDate(said.given_at)}, ${told}${earlier}`
}

type WaitingProps = WithConsents & { child: string; kind: ConsentKind; version: number }

/** Who was asked and has not answered the text of today. */
function Waiting({ card, consents, child, kind, version }: WaitingProps) {
  const waiting = consents.requests.filter(
    (asked, index, all) =>
      asked.child_id === child &&
      asked.kinds.includes(kind) &&
      !consents.answers.some(
        (said) =>
          said.child_id === child &&
          said.adult_id === asked.adult_id &&
          said.kind === kind &&
          said.version === version,
      ) &&
      all.findIndex(
        (one) =>
          one.child_id === child && one.adult_id === asked.adult_id && one.kinds.includes(kind),
      ) === index,
  )
  return waiting.map((asked) => (
    <dd key={asked.adult_id} className="text-ink-soft wrap-anywhere" dir="auto">
      {nameIn(card, asked.adult_id)}: asked {formatDate(asked.created_at)}, {roads[asked.road]}
    </dd>
  ))
}
