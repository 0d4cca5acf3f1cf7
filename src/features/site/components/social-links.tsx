import { useId } from 'react'
import { env } from '@/shared/config/env'
import { cn } from '@/shared/lib/cn'
import { SocialIcon } from './social-icons'

const networks = ['Facebook', 'Twitter', 'Instagram', 'LinkedIn', 'YouTube'] as const

/** Our profiles elsewhere. Those that are not configured are named without a link. */
export function SocialLinks() {
  const note = useId()
  const absent = networks.filter((name) => !env.profiles[name])
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {networks.map((name) => {
          const url = env.profiles[name]
          return (
            <li key={name}>
              <a
                {...(url
                  ? { href: url, rel: 'me noreferrer' }
                  : { role: 'link', 'aria-disabled': true, 'aria-describedby': note })}
                className={cn(
                  'flex min-h-11 items-center gap-2 rounded-control border px-4 font-semibold',
                  url
                    ? 'border-line-strong text-forest-800 hover:bg-paper-raised'
                    : 'border-dashed border-line-strong text-ink-soft',
                )}
              >
                <SocialIcon name={name} aria-hidden="true" className="size-5" />
                {name}
              </a>
            </li>
          )
        })}
      </ul>
      {absent.length > 0 && (
        <p id={note} className="mt-3 text-sm text-ink-soft">
          Not set up yet: {absent.join(', ')}.
        </p>
      )}
    </>
  )
}
