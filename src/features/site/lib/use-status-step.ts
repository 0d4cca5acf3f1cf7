import { useState } from 'react'
import { askAsVisitor } from './ask-as-visitor'

/** An action of the sender, such as a withdrawal; afterwards the status is loaded again. */
export function useStatusStep(
  rpc: 'accept_seat' | 'withdraw',
  token: string,
  onChange: () => Promise<void>,
) {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<Error>()
  async function step() {
    setSending(true)
    setError(undefined)
    try {
      await askAsVisitor((client) => client.rpc(rpc, { token }))
      await onChange()
      document.getElementById('next')?.focus()
    } catch (failed) {
      setError(failed as Error)
    }
    setSending(false)
  }
  return { isSending, error, forget: () => setError(undefined), step: () => void step() }
}
