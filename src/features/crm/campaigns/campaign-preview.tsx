import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { phone, useMedia } from '@/shared/lib/use-media'
import type { RowDialogProps } from '@/engine/core/define-resource'
import { Alert } from '@/shared/ui/alert'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { NativeSelect } from '@/shared/ui/native-select'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/account-ui/tabs'
import type { Message } from '@/shared/mail/mail-data'
import { composeMail } from '@/shared/mail/mails'
import { useAuth } from '@/shared/auth/auth-context'
import {
  exampleGifts,
  giftFieldsIn,
  unknownFieldIn,
  type GiftValues,
} from '@/shared/mail/campaign-fields'
import type { Campaign } from './campaign'
import { audienceQuery } from './campaign-queries'

/** The mail as it is sent, by the code that sends it. */
export function PreviewDialog({ row: campaign, onClose }: RowDialogProps<Campaign>) {
  const { target_audience, name_fallback = '' } = campaign
  const { can } = useAuth()
  const fields = giftFieldsIn(campaign)
  // Whoever may not read gifts still sees where they stand.
  const read = can('can_manage_donations') ? fields : []
  const { data: audience, isPending } = useQuery(
    audienceQuery({ audience: target_audience, fields: read }),
  )
  const [isNameless, setNameless] = useState(false)
  const isPhone = useMedia(phone)
  const sample = audience?.sample_name
  const gifts = audience?.sample_gifts
  const mail = compose(campaign, (!isNameless && sample) || name_fallback, gifts ?? exampleGifts)

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="Preview"
        description={`“${campaign.name}” as it arrives in an inbox`}
      >
        {sample && (
          <NativeSelect
            aria-label="Recipient"
            className="mb-4 max-w-80"
            value={isNameless ? 'nameless' : ''}
            onChange={({ target }) => setNameless(target.value !== '')}
          >
            <option value="">As {sample} gets it</option>
            <option value="nameless">As someone without a name gets it</option>
          </NativeSelect>
        )}
        {mail instanceof Error ? (
          <Alert tone="danger" role="alert" title="This can’t be sent as it is.">
            {mail.message}
          </Alert>
        ) : (
          <>
            {fields.length > 0 && !gifts && !isPending && (
              <p className="mb-4 text-sm text-ink-soft">The gifts in it are examples.</p>
            )}
            <p className="mb-4 break-words">
              <span className="text-sm text-ink-soft">Subject: </span>
              <strong dir="auto">{mail.subject}</strong>
            </p>
            <Tabs defaultValue={isPhone ? 'phone' : 'desktop'}>
              <TabsList aria-label="View">
                <TabsTrigger value="desktop">Desktop</TabsTrigger>
                <TabsTrigger value="phone">Phone</TabsTrigger>
                <TabsTrigger value="text">Text</TabsTrigger>
              </TabsList>
              <TabsContent value="desktop">
                <Frame html={mail.html} width={640} />
              </TabsContent>
              <TabsContent value="phone">
                <Frame html={mail.html} width={360} />
              </TabsContent>
              <TabsContent value="text">
                <pre className="overflow-x-auto text-sm break-words whitespace-pre-wrap" dir="auto">
                  {mail.text}
                </pre>
              </TabsContent>
            </Tabs>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

function compose(
  { id, subject, content = '' }: Campaign,
  name: string,
  gifts: GiftValues,
): Message | Error {
  const unknown = unknownFieldIn({ subject, content })
  if (unknown) return new Error(`There is no merge field ${unknown}.`)
  const site = window.location.origin
  try {
    return composeMail(
      {
        id,
        kind: 'campaign',
        recipient: 'reader@example.org',
        data: { subject, content, fields: { name }, gifts },
        unsubscribe_token: '',
      },
      { site, functions: site },
    )
  } catch (error) {
    return error as Error
  }
}

/** As high as its content. No script runs, and no link can be followed. */
function Frame({ html, width }: { html: string; width: number }) {
  const fit = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    const { scrollHeight } = frame.contentDocument?.documentElement ?? {}
    if (scrollHeight) frame.style.height = `${scrollHeight}px`
  }
  return (
    <div
      className="overflow-x-auto rounded-control border border-line"
      role="region"
      aria-label="The email"
      tabIndex={0}
    >
      <iframe
        title="The email"
        // The same origin lets its pictures load; no script runs in it.
        sandbox="allow-same-origin"
        srcDoc={html}
        width={width}
        height={600}
        inert
        className={`mx-auto block ${width < 640 ? 'max-w-full' : 'max-w-none'}`}
        onLoad={fit}
      />
    </div>
  )
}
