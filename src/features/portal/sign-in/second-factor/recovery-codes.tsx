import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'

/** Shows the codes, which no one can read again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      notify({ title: 'Copied', tone: 'success' })
    } catch {
      notify({ title: 'This browser did not let us copy. Please select the codes.', tone: 'error' })
    }
  }

  return (
    <div className="grid gap-4">
      <Alert
        role="status"
        tone="warning"
        title="Keep these recovery codes, on paper or in a password manager."
      >
        They are shown only now. If you lose your phone, one of them removes your second factor.
      </Alert>
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-control border border-line px-5 py-4 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </div>
  )
}
