import type { Database } from '../_shared/database.ts'
import { Unsendable } from '../../../src/shared/mail/mail-data.ts'
import type { ClaimedMail, Message } from '../../../src/shared/mail/mail-data.ts'
import { concurrency, patience, Rejected, type Transport } from '../_shared/transports.ts'

export interface Delivery {
  sent: number
  /** Retried later, or by another worker. */
  postponed: number
  failed: number
}

const tell = (error: unknown) => Promise.resolve(console.error(error))

interface Work {
  database: Pick<Database, 'call'>
  transport: Transport
  compose: (mail: ClaimedMail) => Message
  /** The key of the tokens in links; the same for every worker. */
  linkKey: string
  /** When to claim no more, in milliseconds since 1970. */
  until: number
  batch?: number
  /** Reports failures that do not stop it; the console by default. */
  report?: (error: unknown) => Promise<void>
}

/** The lease of a claim in the database, in milliseconds. */
const lease = 120_000

/**
 * Claims mails and sends them until none is left or the time is up, and queues or cancels slices of
 * campaigns at the same time. When a worker dies, the next one gets its mails after the lease; so a worker
 * begins no message that may end later.
 *
 * @throws when no mail can be claimed
 */
export async function deliver(work: Work): Promise<Delivery> {
  const { database, transport, compose, linkKey, until, batch = 20, report = tell } = work
  const worker = crypto.randomUUID()
  const delivery: Delivery = { sent: 0, postponed: 0, failed: 0 }

  const deliverOne = async (mail: ClaimedMail): Promise<void> => {
    const [outcome, answer] = await attempt(mail)
    await record({
      mail: mail.id,
      claimed_by: worker,
      outcome,
      ...(answer !== undefined && { [outcome === 'sent' ? 'sent_as' : 'reason']: answer }),
    })
    delivery[({ sent: 'sent', temporary: 'postponed', permanent: 'failed' } as const)[outcome]] += 1
  }

  const attempt = async (
    mail: ClaimedMail,
  ): Promise<['sent' | 'temporary' | 'permanent', string | undefined]> => {
    try {
      return ['sent', await transport.send(compose(mail))]
    } catch (error) {
      const final = error instanceof Rejected || error instanceof Unsendable
      return [final ? 'permanent' : 'temporary', (error as Error).message]
    }
  }

  const record = async (outcome: object): Promise<void> => {
    for (const wait of [200, 1000, 5000, undefined]) {
      try {
        await database.call('record_mail', outcome)
        return
      } catch (error) {
        if (wait === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  let isAdvancing = true
  const advance = async (): Promise<void> => {
    try {
      while (Date.now() < until && (await database.call<number>('advance_campaigns', {})) > 0);
    } catch (error) {
      // The next worker continues; queued mails still go out.
      await report(error)
    } finally {
      isAdvancing = false
    }
  }
  const advanced = advance()

  while (Date.now() < until) {
    const latestStart = Date.now() + lease - 2 * patience
    const mails = await database.call<ClaimedMail[]>('claim_mails', {
      claiming: worker,
      at_most: batch,
      sending_with: transport.name,
      link_key: linkKey,
    })
    if (mails.length === 0) {
      if (!isAdvancing) break
      await advanced
      continue
    }
    const next = mails.values()
    const sendInTurn = async () => {
      for (const mail of next) {
        // A sent mail without a recorded outcome is repeated with the same Message-ID.
        if (Date.now() > latestStart) delivery.postponed += 1
        else await deliverOne(mail).catch(report)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sendInTurn))
  }
  await advanced
  return delivery
}
