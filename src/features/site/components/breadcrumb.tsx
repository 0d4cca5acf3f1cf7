import { Link } from 'react-router-dom'

interface BreadcrumbProps {
  /** The pages above this one, from the outside in. */
  trail: readonly { name: string; path: string }[]
  current: string
}

/** The visible trail to a nested page; `breadcrumbList` is that of search engines. */
export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        {trail.map(({ name, path }) => (
          <li key={path} className="flex min-h-10 items-center gap-2">
            <Link to={path}>{name}</Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
