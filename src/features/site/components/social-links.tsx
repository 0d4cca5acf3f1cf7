import { organisation } from '@/shared/data/organisation'
import { socialIcons } from './social-icons'

type Network = (typeof organisation.social)[number]['name']

const glyphs: Record<Network, string> = {
  ...(Object.fromEntries(socialIcons.map(({ name, path }) => [name, path])) as Record<
    (typeof socialIcons)[number]['name'],
    string
  >),
  Twitter:
    'M21.500 6.300a7.800 7.800 0 0 1-2.200.6 3.900 3.900 0 0 0 1.700-2.200 7.700 7.700 0 0 1-2.500 1 3.900 3.900 0 0 0-6.700 3.500A11 11 0 0 1 3.900 5.100a3.900 3.900 0 0 0 1.200 5.200 3.800 3.800 0 0 1-1.800-.5 3.900 3.900 0 0 0 3.100 3.900 3.900 3.900 0 0 1-1.700.1 3.900 3.900 0 0 0 3.600 2.700 7.800 7.800 0 0 1-5.700 1.600A11 11 0 0 0 19.600 8.300a7.800 7.800 0 0 0 1.900-2Z',
  YouTube:
    'M5 4.500h14A3.500 3.500 0 0 1 22.500 8v8a3.500 3.500 0 0 1-3.500 3.500H5A3.500 3.500 0 0 1 1.500 16V8A3.500 3.500 0 0 1 5 4.500Zm5 4v7l6-3.500Z',
}

/** Our profiles elsewhere. One that does not exist yet (`#`) leads nowhere. */
export function SocialLinks() {
  return (
    <ul className="flex flex-wrap gap-3">
      {organisation.social.map(({ name, url }) => (
        <li key={name}>
          <a
            href={url}
            rel="me noreferrer"
            className="flex min-h-11 items-center gap-2 rounded-control border border-line-strong px-4 font-semibold text-forest-800 hover:bg-paper-raised"
            onClick={(event) => {
              if (url === '#') event.preventDefault()
            }}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
              <path d={glyphs[name]} />
            </svg>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
