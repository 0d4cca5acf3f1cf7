import { useMutation, useQuery } from '@tanstack/react-query'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { CallLinks } from '@/shared/account-ui/call-links'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PersonLink } from '@/shared/account-ui/person-link'
import { mailLink } from '@/shared/lib/contact-links'
import { optionLabel } from '@/shared/lib/option-label'
import { addressLines } from '@/shared/lib/postal-address'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { peopleAtQuery } from '../person/people-queries'
import { openFamily, type Adult, type FamilyCard, type FamilyTie } from './family-queries'
import { tiesQuery, type Ties } from './ties-queries'

const FamilyEditor = lazyPart(() => import('./family-editor'))
const Consents = lazyPart(() => import('../consents/consents'))

/** The limit of private.children_around */
const mostChildren = 40

interface FamilyProps {
  person: string
  ties: Ties
  isFetching: boolean
}

/** The family of a mentee's record. */
export function FamilyOfRecord({ id }: { id: string }) {
  const people = useQuery(peopleAtQuery(`mentees:${id}`))
  const person = people.data?.[0]?.id
  return person && <FamilyOf person={person} />
}

function FamilyOf({ person }: { person: string }) {
  const { data, isFetching } = useQuery(tiesQuery(person))
  return (
    data && (
      <div className="mb-5">
        <Family person={person} ties={data} isFetching={isFetching} />
      </div>
    )
  )
}

/** For readers of mentees, after a click that is recorded: the family of a child or an adult, as one card. */
export function Family({ person, ties, isFetching }: FamilyProps) {
  const { can } = useAuth()
  const opening = useMutation(openFamily(person))
  const [isEdited, setEdited] = useState(false)
  if (!can('can_manage_mentees') || !ties.family) return null
  const isShown =
    ties.family.children.length > 0 || (opening.isSuccess && ties.is_open && !isFetching)
  return (
    <section aria-label="Family" className="mt-3">
      {isShown ? (
        <>
          <div className="flex items-center justify-between gap-2 border-b border-line pb-1">
            <h4 className="font-sans text-sm font-semibold">Family</h4>
            <Button variant="ghost" size="sm" onClick={() => setEdited(true)}>
              Change<span className="sr-only"> the family</span>
            </Button>
          </div>
          <Card card={ties.family} person={person} />
          {ties.family.children.length > 0 && <Consents card={ties.family} />}
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            variant="outline"
            size="sm"
            loading={opening.isPending || (opening.isSuccess && isFetching)}
            onClick={() => opening.mutate()}
          >
            <LockKeyhole aria-hidden="true" />
            Show the family
          </Button>
          <p className="text-xs text-ink-soft">Opening it is recorded.</p>
        </div>
      )}
      {isEdited && <FamilyEditor card={ties.family} onClose={() => setEdited(false)} />}
    </section>
  )
}

function Card({ card, person }: { card: FamilyCard; person: string }) {
  const { children, adults, households, members } = card
  const nameOf = (id: string) =>
    [...children, ...adults].find((one) => one.id === id)?.name ?? 'No name'
  return (
    <>
      {children.length === 0 && <p className="py-1.5 text-ink-soft">No children on record</p>}
      <ul aria-label="Children">
        {children.map((child) => (
          <li key={child.id} className="border-b border-line py-2">
            <p className="font-semibold wrap-anywhere" dir="auto">
              {child.id === person ? (
                child.name
              ) : (
                <PersonLink address={child.id}>{child.name}</PersonLink>
              )}
              <Language card={card} of={child.id} />
            </p>
            <Relations child={child.id} card={card} nameOf={nameOf} />
          </li>
        ))}
      </ul>
      {children.length >= mostChildren && (
        <p className="py-1.5 text-ink-soft">Only {mostChildren} children are shown.</p>
      )}
      <Heading>Adults</Heading>
      <ul aria-label="Adults">
        {adults.map((adult) => (
          <AdultLine key={adult.id} adult={adult} card={card} person={person} />
        ))}
      </ul>
      {households.length > 0 && <Heading>Homes</Heading>}
      <ul aria-label="Homes">
        {households.map(({ id, name, address }) => (
          <li
            key={id}
            className="border-b border-line py-2 wrap-anywhere last:border-b-0"
            dir="auto"
          >
            <p>
              {[name, address && addressLines(address).join(' · ')].filter(Boolean).join(': ') ||
                'Household without an address'}
            </p>
            <p className="text-sm text-ink-soft">
              {members
                .filter(({ group_id }) => group_id === id)
                .map(({ person_id }) => nameOf(person_id))
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Heading({ children }: { children: string }) {
  return <h5 className="pt-3 font-sans text-xs font-semibold text-ink-soft">{children}</h5>
}

interface RelationsProps {
  child: string
  card: FamilyCard
  nameOf: (id: string) => string
}

/** Who is what to a child, who may collect it or must not, and who must not be contacted. */
function Relations({ child, card, nameOf }: RelationsProps) {
  const ties = card.ties.filter(({ child_id }) => child_id === child)
  if (ties.length === 0) return <p className="text-ink-soft">No parent or guardian on record</p>
  const barred = (tie: FamilyTie) =>
    tie.no_contact ||
    card.adults.some(({ id, do_not_contact }) => id === tie.adult_id && do_not_contact)
  const lines = [
    ['Contact', ties.filter((tie) => !barred(tie) && tie.relation !== 'other')],
    ['May collect', ties.filter(({ may_collect }) => may_collect)],
    ['Must not collect', ties.filter(({ must_not_collect }) => must_not_collect)],
    ['Must not be contacted', ties.filter(barred)],
  ] as const
  return (
    <dl className="text-sm">
      {lines.map(
        ([label, listed]) =>
          listed.length > 0 && (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt
                className={label.startsWith('Must') ? 'font-semibold text-danger' : 'text-ink-soft'}
              >
                {label}
              </dt>
              <dd className="min-w-0 wrap-anywhere" dir="auto">
                {listed
                  .map(({ adult_id, relation }) => `${nameOf(adult_id)} (${relation})`)
                  .join(', ')}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function AdultLine({ adult, card, person }: { adult: Adult; card: FamilyCard; person: string }) {
  const { id, name, is_seen, is_of_record, email, phone, do_not_contact, is_deceased } = adult
  const called = name ?? email ?? phone ?? 'No name'
  const said = [
    ...new Set(card.ties.filter((tie) => tie.adult_id === id).map(({ relation }) => relation)),
  ]
  return (
    <li className="border-b border-line py-2">
      <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere" dir="auto">
        {is_seen && id !== person ? <PersonLink address={id}>{called}</PersonLink> : called}
        {said.length > 0 && (
          <span className="text-ink-soft">{said.map(optionLabel).join(', ')}</span>
        )}
        <Language card={card} of={id} />
        {is_deceased && <Badge tone="red">Deceased</Badge>}
        {do_not_contact && <Badge tone="red">Do not contact</Badge>}
      </p>
      {(email ?? phone) && (
        <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere">
          {email && <a href={mailLink(email)}>{email}</a>}
          {phone && <CallLinks phone={phone} telephones={null} />}
        </p>
      )}
      {is_of_record && <p className="text-sm text-ink-soft">Named in the child’s record</p>}
    </li>
  )
}

function Language({ card, of }: { card: FamilyCard; of: string }) {
  const language = card.languages.find(({ id }) => id === of)?.language
  return language && <Badge className="ms-2">{language}</Badge>
}
