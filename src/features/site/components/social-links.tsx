import { useId } from 'react'
import { env } from '@/shared/config/env'
import { cn } from '@/shared/lib/cn'
import { socialIcons } from './social-icons'

const [facebook, instagram, linkedin] = socialIcons

const networks = [
  facebook,
  {
    name: 'Twitter',
    path: 'M21.5 6.3a7.8 7.8 0 0 1-2.2.6 3.9 3.9 0 0 0 1.7-2.2 7.7 7.7 0 0 1-2.5 1 3.9 3.9 0 0 0-6.7 3.5A11 11 0 0 1 3.9 5.1a3.9 3.9 0 0 0 1.2 5.2 3.8 3.8 0 0 1-1.8-.5 3.9 3.9 0 0 0 3.1 3.9 3.9 3.9 0 0 1-1.7.1 3.9 3.9 0 0 0 3.6 2.7 7.8 7.8 0 0 1-5.7 1.6A11 11 0 0 0 19.6 8.3a7.8 7.8 0 0 0 1.9-2Z',
  },
  instagram,
  linkedin,
  {
    name: 'YouTube',
    path: 'M5 4.5h14A3.5 3.5 0 0 1 22.5 8v8a3.5 3.5 0 0 1-3.5 3.5H5A3.5 3.5 0 0 1 1.5 16V8A3.5 3.5 0 0 1 5 4.5Zm5 4v7l6-3.5Z',
  },
] as const

/** Our profiles elsewhere. Those that are not configured are named without a link. */
export function SocialLinks() {
  const note = useId()
  const absent = networks.map(({ name }) => name).filter((name) => !env.profiles[name])
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {networks.map(({ name, path }) => {
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
                <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
                  <path d={path} />
                </svg>
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
