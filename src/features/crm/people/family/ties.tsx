import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { optionLabel } from '@/shared/lib/option-label'
import { entersAtOnce } from '@/shared/lib/person-address'
import { Button } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { Failure } from '@/shared/account-ui/failure'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PersonLink } from '@/shared/account-ui/person-link'
import { Badge } from '@/shared/ui/badge'
import { PersonPicker } from '../person/person-picker'
import { Family } from './family'
import { Contact } from './contact'
import { GroupNameDialog, TraitsDialog } from './ties-dialogs'
import { saveMember, saveTraits, tiesQuery, type Group, type Ties as TiesOf } from './ties-queries'

const adding = {
  description: 'A person in a list you can open.',
  pick: 'Add',
  failed: 'Not added',
}
/** For a person who joins */
const firstRole = { household: 'other', organization: 'employee' }
const roles = ['partner', 'parent', 'child', 'relative', 'employee', 'contact', 'other']

type Opened = 'traits' | 'household' | 'organization' | { join: Group } | { name: Group }

/** A person's address, household, organization, and ties to children. */
export function Ties({ person, name }: { person: string; name: string }) {
  const ties = useQuery(tiesQuery(person))
  const entersAddress = entersAtOnce(useLocation()) === 'address'
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const saving = useMutation(saveMember)
  if (ties.isLoadingError) {
    return (
      <LoadFailure
        title="Address and household could not be loaded."
        query={ties}
        className="mb-5"
      />
    )
  }
  const data = ties.data
  if (!data) return null
  const join = ({ id: grp, kind }: Group, other: string) =>
    saving.mutate(
      { grp, person: other, role: firstRole[kind], before: null, title: 'Member added' },
      { onSuccess: close },
    )
  return (
    <section aria-label="Contact and household" className="mb-5">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-1.5">
        <h3 className="font-sans text-sm font-semibold">Contact and household</h3>
        <Button variant="ghost" size="sm" onClick={() => setOpened('traits')}>
          Change
        </Button>
      </div>
      <TraitBadges ties={data} />
      {data.is_couple && <Couple person={person} />}
      <Contact
        person={person}
        of={data}
        canAdd={data.is_open}
        isChild={data.is_child}
        entersAddress={entersAddress}
      />
      {data.groups.map((group) => (
        <GroupPart key={group.id} group={group} person={person} onOpen={setOpened} />
      ))}
      {data.is_open && data.kind === 'person' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <NewGroup kind="household" person={person} />
          <NewGroup kind="organization" person={person} />
        </div>
      )}
      {data.kind === 'person' && (
        <Family person={person} ties={data} isFetching={ties.isFetching} />
      )}
      {opened === 'traits' && (
        <TraitsDialog person={person} name={name} ties={data} onClose={close} />
      )}
      {typeof opened === 'object' && 'join' in opened && (
        <PersonPicker
          {...adding}
          title="Add a member"
          saving={saving}
          without={opened.join.members.map(({ id }) => id)}
          onPick={(other) => join(opened.join, other)}
          onClose={close}
        />
      )}
      {typeof opened === 'object' && 'name' in opened && (
        <GroupNameDialog group={opened.name} onClose={close} />
      )}
    </section>
  )
}

/** Two people share the name, unless it is a firm's. */
function Couple({ person }: { person: string }) {
  const saving = useMutation(saveTraits(person))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 pt-1">
      <p>This is the name of a couple.</p>
      <Button
        variant="ghost"
        size="sm"
        loading={saving.isPending}
        onClick={() =>
          saving.mutate({ to: { is_couple: false }, from: { is_couple: true }, title: 'No couple' })
        }
      >
        Not a couple
      </Button>
      <Failure of={saving} title="This was not saved." className="basis-full" />
    </div>
  )
}

function NewGroup({ kind, person }: { kind: Group['kind']; person: string }) {
  const saving = useMutation(saveMember)
  const [grp, setGrp] = useState(() => crypto.randomUUID())
  const add = () =>
    saving.mutate(
      {
        grp,
        person,
        role: firstRole[kind],
        before: null,
        made: { kind, name: null, address: null },
        title: `${optionLabel(kind)} added`,
      },
      { onSuccess: () => setGrp(crypto.randomUUID()) },
    )
  return (
    <Button variant="outline" size="sm" loading={saving.isPending} onClick={add}>
      New {kind}
    </Button>
  )
}

function TraitBadges({ ties }: { ties: TiesOf }) {
  const { kind, language, is_deceased, do_not_contact, wants_paper } = ties
  const said = [
    kind !== 'person' && <Badge key="kind">{optionLabel(kind)}</Badge>,
    is_deceased && (
      <Badge key="deceased" tone="red">
        Deceased
      </Badge>
    ),
    do_not_contact && (
      <Badge key="contact" tone="red">
        Do not contact
      </Badge>
    ),
    wants_paper && <Badge key="paper">Receipts by post</Badge>,
    language && <Badge key="language">{language}</Badge>,
  ].filter(Boolean)
  return said.length > 0 && <p className="flex flex-wrap gap-2 pt-2">{said}</p>
}

interface GroupPartProps {
  group: Group
  person: string
  onOpen: (opened: Opened) => void
}

function GroupPart({ group, person, onOpen }: GroupPartProps) {
  const saving = useMutation(saveMember)
  const { id: grp, kind, name, address, is_seen, members } = group
  const label = name ?? optionLabel(kind)
  const save = (id: string, role: string | null, before: string, title: string) =>
    saving.mutate({ grp, person: id, role, before, made: { kind, name, address }, title })
  return (
    <section aria-label={label} className="mt-2 rounded-control border border-line px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="min-w-0 font-sans text-base font-semibold wrap-anywhere" dir="auto">
          {grp === person ? label : <PersonLink address={grp}>{label}</PersonLink>}
        </h4>
        <span className="flex gap-1">
          {!is_seen && (
            <Button variant="ghost" size="sm" onClick={() => onOpen({ name: group })}>
              Rename
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => onOpen({ join: group })}>
            Add member
          </Button>
        </span>
      </div>
      {grp !== person && <Contact person={grp} of={group} canAdd />}
      <ul aria-label={`Members of ${label}`}>
        {members.length === 0 && <li className="text-ink-soft">No members that you can see</li>}
        {members.map((member) => (
          <li
            key={member.id}
            className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-1.5"
          >
            <span className="min-w-0 flex-1 basis-full wrap-anywhere sm:basis-32" dir="auto">
              {member.id === person || !member.is_seen ? (
                (member.name ?? 'No name')
              ) : (
                <PersonLink address={member.id}>{member.name ?? 'No name'}</PersonLink>
              )}
              {member.email && (
                <a href={`mailto:${member.email}`} dir="ltr" className="block text-ink-soft">
                  {member.email}
                </a>
              )}
            </span>
            <NativeSelect
              aria-label={`Role of ${member.name ?? 'this member'}`}
              className="w-32"
              value={member.role}
              onChange={({ target }) => save(member.id, target.value, member.role, 'Role changed')}
            >
              {roles.map((role) => (
                <option key={role} value={role}>
                  {optionLabel(role)}
                </option>
              ))}
            </NativeSelect>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => save(member.id, null, member.role, 'Member removed')}
            >
              Remove
              <span className="sr-only"> {member.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
