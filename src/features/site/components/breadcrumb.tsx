import { Link } from 'react-router-dom'

interface BreadcrumbProps {
  /** The parent page */
  above: { name: string; path: string }
  current: string
}

/** The visible trail to a nested page; `breadcrumbList` is the one for search engines. */
export function Breadcrumb({ above, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        <li className="flex min-h-10 items-center gap-2">
          <Link to={above.path}>{above.name}</Link>
          <span aria-hidden="true">/</span>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
