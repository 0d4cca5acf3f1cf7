import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { Card, CardContent } from '@/shared/ui/card'

interface MailLinkQuestionProps {
  /** Email addresses */
  current: string
  next: string
  onAccept: () => Promise<void>
  onDecline: () => void
}

/** Asked before the link of an email signs in another account than the current one. */
export function MailLinkQuestion({ current, next, onAccept, onDecline }: MailLinkQuestionProps) {
  const [isSwitching, setSwitching] = useState(false)

  async function accept() {
    setSwitching(true)
    await onAccept()
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <title>Another account</title>
      <Card>
        <CardContent className="grid gap-5">
          <h1 className="text-heading">This link is for another account</h1>
          <p className="break-words">
            You are signed in as <strong>{current}</strong>. The link that was opened signs in{' '}
            <strong>{next}</strong> instead. If you did not ask for that email, stay where you are.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onDecline}>Stay signed in</Button>
            <Button variant="outline" loading={isSwitching} onClick={() => void accept()}>
              Switch account
            </Button>
          </div>
        </CardContent>
      </Card>
    </main>
  )
}
