import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'

interface ReachUsProps {
  text: string
  /** Subject line of the email */
  subject: string
}

interface ContactLinesProps {
  /** Subject line of the email */
  subject?: string
  lineClass: string
  iconClass?: string
}

/** Email address and phone number, as items of a list. */
export function ContactLines({ subject, lineClass, iconClass = '' }: ContactLinesProps) {
  return (
    <>
      <li className={lineClass}>
        <Mail aria-hidden="true" className={`size-5 shrink-0 ${iconClass}`} />
        <a href={mailLink(organisation.email, subject)}>{organisation.email}</a>
      </li>
      <li className={lineClass}>
        <Phone aria-hidden="true" className={`size-5 shrink-0 ${iconClass}`} />
        <a href={`tel:${organisation.phone.replaceAll(' ', '')}`}>{organisation.phone}</a>
      </li>
    </>
  )
}

/** The same where a form does not work. */
export function ReachUs({ text, subject }: ReachUsProps) {
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        <ContactLines
          subject={subject}
          lineClass="flex min-h-10 items-center gap-3"
          iconClass="text-clay-600"
        />
      </ul>
    </div>
  )
}
