import UsersRound from 'lucide-react/icons/users-round'
import { lazyPart } from '@/shared/account-ui/lazy-part'

export const samePeople = {
  label: 'Same person?',
  Icon: UsersRound,
  Dialog: lazyPart(() => import('./same-people-dialog')),
}
