import { use, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { personLocation } from '@/shared/lib/person-address'
import { AsText } from './as-text'

interface PersonLinkProps {
  /** An email address, as typed, or another reference to a person like `mentees:<id>` */
  address: string
  /** By default the address */
  children?: ReactNode
  /** What is entered there, which opens with the panel */
  enters?: 'address'
}

/** Opens the panel of a person (`?person=`) and leaves the rest of the page as it is. */
export function PersonLink({ address, children = address, enters }: PersonLinkProps) {
  const { search, state } = personLocation(useLocation(), address, enters)
  if (use(AsText)) return <bdi>{children}</bdi>
  return (
    <Link to={{ search }} state={state} className="text-(--surface-link) hover:underline">
      <bdi>{children}</bdi>
    </Link>
  )
}
