import { Fragment, use } from 'react'
import { AsText } from './as-text'

interface CallLinksProps {
  /** As someone typed it */
  phone: string
  /** Its numbers, as `private.telephones` reads them: `+15125550142;ext=315` */
  telephones: readonly string[] | null
}

/** A phone number as typed, which calls that number; several get a link each. */
export function CallLinks({ phone, telephones }: CallLinksProps) {
  if (use(AsText) || !telephones) return <bdi>{phone}</bdi>
  return telephones.map((telephone, index) => (
    <Fragment key={telephone}>
      {index > 0 && ', '}
      <a href={`tel:${telephone}`} className="text-(--surface-link) hover:underline">
        <bdi>{telephones.length > 1 ? telephone.replace(';ext=', ' ext. ') : phone}</bdi>
      </a>
    </Fragment>
  ))
}
