import { CallLinks } from '@/shared/account-ui/call-links'
import type { Callable } from './mentor-queries'

export function Phones({ phone, telephones }: Pick<Callable, 'phone' | 'telephones'>) {
  return (
    <span className="inline-block py-1.5 font-semibold">
      <CallLinks phone={phone ?? ''} telephones={telephones.length > 0 ? telephones : null} />
    </span>
  )
}
