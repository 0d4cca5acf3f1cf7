import { paths } from '@/shared/config/paths'
import { privacyContent } from '../content/legal'
import { LegalPage } from './legal-page'

export function PrivacyPage() {
  return <LegalPage content={privacyContent} path={paths.privacy} />
}
