import { organisation } from '@/shared/data/organisation'

const emergency = '911'
const hotline = { name: 'Childhelp National Child Abuse Hotline', phone: '1-800-422-4453' }

const callLink = (phone: string) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="font-semibold whitespace-nowrap">
    {phone}
  </a>
)

/** Whom to call where a form is too slow, or reaches nobody. */
export function WhomToCall() {
  return (
    <ul className="ms-4 list-disc">
      <li>If a child is in danger now: {callLink(emergency)}</li>
      <li>
        Day and night, the {hotline.name}: {callLink(hotline.phone)}
      </li>
      <li>Our office: {callLink(organisation.phone)}</li>
    </ul>
  )
}
