import { morning } from '../content/morning'
import { Picture } from './picture'
import { ScrollRow } from './scroll-row'

/** A morning at the school in six pictures. */
export function Morning() {
  return (
    <div className="mt-5 sm:mt-8">
      <ScrollRow
        label={morning.title}
        isOrdered
        className="max-sm:auto-cols-[min(8.75rem,70vw)] max-sm:gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-5"
      >
        {morning.hours.map(({ time, title, text, image }) => (
          <li key={time}>
            <Picture picture={image} className="rounded-card" />
            <p className="mt-2 font-display sm:mt-3 text-subheading text-clay-600">{time}</p>
            <p className="font-semibold max-sm:text-sm">{title}</p>
            <p className="text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ScrollRow>
    </div>
  )
}
