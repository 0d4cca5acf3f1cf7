import { env } from '@/shared/config/env'
import { SocialIcon } from './social-icons'

const networks = ['Facebook', 'Twitter', 'Instagram', 'LinkedIn', 'YouTube'] as const

/** Our social media profiles. An unconfigured one is only named, and `missing` says why. */
export function SocialLinks({ missing }: { missing: string }) {
  return (
    <>
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {networks.map((name) => {
          const url = env.profiles[name]
          const named = (
            <>
              <SocialIcon name={name} aria-hidden="true" className="size-5" />
              {name}
            </>
          )
          return (
            <li key={name}>
              {url ? (
                <a
                  href={url}
                  rel="me noreferrer"
                  className="flex min-h-11 items-center gap-2 rounded-control border border-line-strong px-4 font-semibold text-forest-800 hover:bg-paper-raised"
                >
                  {named}
                </a>
              ) : (
                <span className="flex min-h-8 items-center gap-2 text-sm text-ink-soft">
                  {named}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {networks.some((name) => !env.profiles[name]) && (
        <p className="mt-3 text-sm text-ink-soft">{missing}</p>
      )}
    </>
  )
}
