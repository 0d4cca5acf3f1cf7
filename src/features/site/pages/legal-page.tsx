import { paths } from '@/shared/config/paths'
import { staticPart } from '@/shared/ui/static-part'
import { PageHeader } from '../components/page-header'
import { privacyHeader, termsHeader } from '../content/legal-headers'

const LegalText = staticPart<{ path: string }>(() => import('../components/legal-text'))

/** Privacy policy and terms. */
export function LegalPage({ path }: { path: string }) {
  return (
    <>
      <PageHeader content={path === paths.privacy ? privacyHeader : termsHeader} path={path} />
      {/* Without a key, the second address would keep the HTML of the first. */}
      <LegalText key={path} path={path} />
    </>
  )
}
