import { env } from '@/shared/config/env'

/** Plain glyphs of our own, drawn on a 24 px square. */
export const socialIcons = [
  {
    name: 'Facebook',
    path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm2.6 6h-1.200c-.7 0-1 .4-1 1v1.400h2.100l-.3 2.300h-1.800V18.500h-2.500v-5.800H8.100v-2.300h1.800V8.700c0-1.900 1.100-3 2.900-3 .8 0 1.500.1 1.800.1Z',
  },
  {
    name: 'Instagram',
    path: 'M8 2.500h8A5.500 5.500 0 0 1 21.500 8v8a5.500 5.500 0 0 1-5.500 5.500H8A5.500 5.500 0 0 1 2.500 16V8A5.500 5.500 0 0 1 8 2.500Zm0 2A3.500 3.500 0 0 0 4.500 8v8A3.500 3.500 0 0 0 8 19.500h8a3.500 3.500 0 0 0 3.500-3.500V8A3.500 3.500 0 0 0 16 4.500Zm4 3a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9Zm0 2a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Zm4.800-3.600a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z',
  },
  {
    name: 'LinkedIn',
    path: 'M5 2.500h14A2.500 2.500 0 0 1 21.500 5v14a2.500 2.500 0 0 1-2.500 2.500H5A2.500 2.500 0 0 1 2.500 19V5A2.500 2.500 0 0 1 5 2.500Zm2 7.500v7.500h2.300V10Zm1.150-3.700a1.350 1.350 0 1 0 0 2.700 1.350 1.350 0 0 0 0-2.700ZM11 10v7.500h2.300v-4c0-1.100.5-1.700 1.400-1.700s1.300.6 1.300 1.700v4h2.300v-4.400c0-2.100-1.100-3.300-2.800-3.300-1 0-1.700.4-2.200 1.100V10Z',
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
