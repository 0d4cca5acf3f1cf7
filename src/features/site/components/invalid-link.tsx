import { ReachUs } from './reach-us'

interface InvalidLinkProps {
  /** The subject line of an email about it */
  subject: string
  hint?: string
}

/** Shown for a link that is wrong, incomplete or expired. */
export function InvalidLink({ subject, hint }: InvalidLinkProps) {
  return (
    <>
      <h2 className="text-heading">This link does not work</h2>
      <p className="mt-3 mb-6 text-lg">
        Part of it may be missing. Please open it from our email again. {hint}
      </p>
      <ReachUs text="Write or call, and we’ll look it up for you." subject={subject} />
    </>
  )
}
