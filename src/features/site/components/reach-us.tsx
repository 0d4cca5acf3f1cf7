import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { organisation } from '@/shared/data/organisation'
import { mailLink, telLink } from '@/shared/lib/contact-links'

interface ReachUsProps {
  text: string
  /** Subject line of the email */
  subject: string
}

/** Email address and telephone number, where a form does not work. */
export function ReachUs({ text, subject }: ReachUsProps) {
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        <li className="flex min-h-10 items-center gap-3">
          <Mail aria-hidden="true" className="size-5 shrink-0 text-clay-600" />
          <a href={mailLink(organisation.email, subject)}>{organisation.email}</a>
        </li>
        <li className="flex min-h-10 items-center gap-3">
          <Phone aria-hidden="true" className="size-5 shrink-0 text-clay-600" />
          <a href={telLink(organisation.phone)}>{organisation.phone}</a>
        </li>
      </ul>
    </div>
  )
}
