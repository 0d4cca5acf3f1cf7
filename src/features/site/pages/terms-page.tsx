import { paths } from '@/shared/config/paths'
import { termsContent } from '../content/legal'
import { LegalPage } from './legal-page'

export function TermsPage() {
  return <LegalPage content={termsContent} path={paths.terms} />
}
