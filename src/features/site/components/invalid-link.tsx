import type { ReactNode } from 'react'
import { paths } from '@/shared/config/paths'
import { ReachUs } from './reach-us'

interface InvalidLinkProps {
  /** The subject line of an email about it */
  subject: string
  hint?: string
  /** Whether the page was opened without any link */
  isMissing: boolean
  /** A way to get a new one */
  children?: ReactNode
}

/** Shown without a link, or for a wrong, incomplete or expired one. */
export function InvalidLink({ subject, hint, isMissing, children }: InvalidLinkProps) {
  return (
    <>
      <h2 className="text-heading">
        {isMissing ? 'Please open the link in our email' : 'This link does not work'}
      </h2>
      <p className="mt-3 mb-6 text-lg">
        {isMissing
          ? 'This page works only with the link that we emailed to you.'
          : `Part of it may be missing. Please open it from our email again. ${hint ?? ''}`}
      </p>
      {children}
      <ReachUs text="Write or call, and we’ll look it up for you." subject={subject} />
      <p className="mt-6">
        <a href={paths.home}>Go to our home page</a>
      </p>
    </>
  )
}
