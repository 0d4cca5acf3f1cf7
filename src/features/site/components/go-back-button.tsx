import { useNavigate } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Button, buttonClass, type ButtonProps } from '@/shared/ui/button'

/** One page back, or home if no page of this site came before. Without scripts, a link home. */
export function GoBackButton({ variant }: Pick<ButtonProps, 'variant'>) {
  const navigate = useNavigate()
  return (
    <>
      <Button
        variant={variant}
        className="noscript:hidden"
        onClick={() => void (hasPageBefore() ? navigate(-1) : navigate(paths.home))}
      >
        Go Back
      </Button>
      <noscript className="noscript:contents">
        <a href={paths.home} className={buttonClass({ variant })}>
          Go Back
        </a>
      </noscript>
    </>
  )
}

/** Also where the page was loaded again, as with a typed address. */
function hasPageBefore(): boolean {
  // Only entries of this site
  if ('navigation' in window) return window.navigation.canGoBack
  // The router counts its pages in the browser's history.
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return idx > 0 || document.referrer.startsWith(`${location.origin}/`)
}
