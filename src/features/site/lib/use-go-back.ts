import { useNavigate } from 'react-router-dom'
import { paths } from '@/shared/config/paths'

/** One page back, or home where no page of this site was before. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    // The router counts its pages in the browser's history.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
    if (idx > 0) void navigate(-1)
    else void navigate(paths.home)
  }
}
