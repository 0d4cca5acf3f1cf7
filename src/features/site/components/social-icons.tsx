import { env } from '@/shared/config/env'

/** Plain glyphs of our own, drawn on a 24 px square. */
export const socialIcons = [
  {
    name: 'Facebook',
    path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm2.6 6h-1.2c-.7 0-1 .4-1 1v1.4h2.1l-.3 2.3h-1.8V18.5h-2.5v-5.8H8.1v-2.3h1.8V8.7c0-1.9 1.1-3 2.9-3 .8 0 1.5.1 1.8.1Z',
  },
  {
    name: 'Instagram',
    path: 'M8 2.5h8A5.5 5.5 0 0 1 21.5 8v8a5.5 5.5 0 0 1-5.5 5.5H8A5.5 5.5 0 0 1 2.5 16V8A5.5 5.5 0 0 1 8 2.5Zm0 2A3.5 3.5 0 0 0 4.5 8v8A3.5 3.5 0 0 0 8 19.5h8a3.5 3.5 0 0 0 3.5-3.5V8A3.5 3.5 0 0 0 16 4.5Zm4 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Zm4.8-3.6a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  },
  {
    name: 'LinkedIn',
    path: 'M5 2.5h14A2.5 2.5 0 0 1 21.5 5v14a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 19V5A2.5 2.5 0 0 1 5 2.5Zm2 7.5v7.5h2.3V10Zm1.15-3.7a1.35 1.35 0 1 0 0 2.7 1.35 1.35 0 0 0 0-2.7ZM11 10v7.5h2.3v-4c0-1.1.5-1.7 1.4-1.7s1.3.6 1.3 1.7v4h2.3v-4.4c0-2.1-1.1-3.3-2.8-3.3-1 0-1.7.4-2.2 1.1V10Z',
  },
] as const

/** The footer's icons; one leads somewhere once its profile is configured. */
export function SocialIcons() {
  return (
    <ul className="mt-4 flex gap-4">
      {socialIcons.map(({ name, path }) => {
        const url = env.profiles[name]
        const icon = (
          <svg
            viewBox="0 0 24 24"
            className="size-6 fill-current"
            role="img"
            aria-label={url ? name : `${name} (not set up yet)`}
          >
            <path d={path} />
          </svg>
        )
        return (
          <li key={name}>
            {url ? (
              <a href={url} rel="me noreferrer">
                {icon}
              </a>
            ) : (
              icon
            )}
          </li>
        )
      })}
    </ul>
  )
}
