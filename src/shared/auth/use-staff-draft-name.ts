import { staffDraft } from '@/shared/forms/draft-storage'
import { useAuth } from './auth-context'

/** The name of a form's draft that only this account can restore, for example of `mentors:<id>`. */
export function useStaffDraftName(form: string): string | undefined {
  const userId = useAuth().user?.id
  return userId && staffDraft(userId, form)
}
