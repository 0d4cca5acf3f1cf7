import { renderToStaticMarkup } from 'react-dom/server'
import { matchPath } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { publicPages } from '../../public-pages'
import { startOpening } from './opening'
import { OpeningCover } from './opening-cover'

/** The development server sends no prerendered page that could hold the opening. */
export function startDevelopmentOpening() {
  const { pathname } = window.location
  if (!publicPages.some(({ path }) => matchPath(path, pathname))) return
  const isHome = pathname === paths.home
  const cover = renderToStaticMarkup(<OpeningCover isHome={isHome} />)
  document.body.insertAdjacentHTML('afterbegin', cover)
  startOpening(isHome)
}
