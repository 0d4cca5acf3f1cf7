import { paths } from '@/shared/config/paths'

/* In a new tab, so that no typing is lost. */

export function TermsLink() {
  return (
    <a href={paths.terms} target="_blank">
      Terms of Service (new tab)
    </a>
  )
}

export function PrivacyLink() {
  return (
    <a href={paths.privacy} target="_blank">
      Privacy Policy (new tab)
    </a>
  )
}
