import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '@/shared/account-ui/loading'
import { Panel } from '@/shared/account-ui/panel'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { ConcernForm } from './concern-form'
import { recipientsQuery } from './concern-queries'
import { WhomToCall } from './whom-to-call'

/** The form for a concern, and afterwards its number. */
export function ReportPanel() {
  const recipients = useQuery(recipientsQuery)
  const [reported, setReported] = useState<string>()
  return (
    <Panel title={reported === undefined ? 'A concern about a child' : 'Thank you'}>
      {reported !== undefined ? (
        <Alert tone="success" role="status" title={`Concern ${reported} was sent`}>
          <p>
            The leads got an email just now. If nobody acknowledges it within a business day, we
            remind them. Please don’t discuss it with others on the team.
          </p>
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            onClick={() => setReported(undefined)}
          >
            Report another
          </Button>
        </Alert>
      ) : recipients.data === undefined ? (
        <Loading query={recipients} what="The form" label="Loading the form..." />
      ) : recipients.data.length === 0 ? (
        <Alert tone="warning" title="Please call: nobody gets concerns here yet">
          <WhomToCall />
        </Alert>
      ) : (
        <ConcernForm leads={recipients.data} onReported={setReported} />
      )}
    </Panel>
  )
}
