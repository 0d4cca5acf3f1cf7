import type { ComponentProps } from 'react'
import { env } from '@/shared/config/env'
import { cn } from '@/shared/lib/cn'

const profiles = ['Facebook', 'Instagram', 'LinkedIn'] as const

/** The footer's icons; one becomes a link once its profile is configured. */
export function SocialIcons() {
  return (
    <ul className="flex gap-4">
      {profiles.map((name) => {
        const url = env.profiles[name]
        return (
          <li key={name}>
            {url ? (
              <a href={url} rel="me noreferrer">
                <SocialIcon name={name} className="size-6" role="img" aria-label={name} />
              </a>
            ) : (
              <SocialIcon name={name} className="size-6 text-forest-200" aria-hidden="true" />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface SocialIconProps extends ComponentProps<'svg'> {
  name: keyof typeof env.profiles
}

/** An icon of `index.html`. */
export function SocialIcon({ name, className, ...props }: SocialIconProps) {
  return (
    <svg {...props} className={cn('fill-current', className)}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}
