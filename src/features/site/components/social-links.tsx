import { useId } from 'react'
import { env } from '@/shared/config/env'
import { cn } from '@/shared/lib/cn'
import { socialIcons } from './social-icons'

const [facebook, instagram, linkedin] = socialIcons

const networks = [
  facebook,
  {
    name: 'Twitter',
    path: 'M21.500 6.300a7.800 7.800 0 0 1-2.200.6 3.900 3.900 0 0 0 1.700-2.200 7.700 7.700 0 0 1-2.500 1 3.900 3.900 0 0 0-6.700 3.500A11 11 0 0 1 3.900 5.100a3.900 3.900 0 0 0 1.200 5.200 3.800 3.800 0 0 1-1.800-.5 3.900 3.900 0 0 0 3.100 3.900 3.900 3.900 0 0 1-1.700.1 3.900 3.900 0 0 0 3.600 2.700 7.800 7.800 0 0 1-5.700 1.600A11 11 0 0 0 19.600 8.300a7.800 7.800 0 0 0 1.900-2Z',
  },
  instagram,
  linkedin,
  {
    name: 'YouTube',
    path: 'M5 4.500h14A3.500 3.500 0 0 1 22.500 8v8a3.500 3.500 0 0 1-3.500 3.500H5A3.500 3.500 0 0 1 1.500 16V8A3.500 3.500 0 0 1 5 4.500Zm5 4v7l6-3.500Z',
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
