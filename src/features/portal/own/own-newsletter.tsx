import { useMutation, useQuery } from '@tanstack/react-query'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { Button } from '@/shared/ui/button'
import { OwnCard } from './own-card'
import { chooseSubscription, subscriptionQuery } from './own-queries'

export function OwnNewsletter({ address }: { address: string }) {
  const query = useQuery(subscriptionQuery)
  const choose = useMutation(chooseSubscription)
  const isPending = choose.isPending || query.isFetching
  return (
    <OwnCard title="Newsletter" query={query}>
      {(state) => {
        if (state === 'unreachable') {
          return (
            <p>
              Our emails to <span className="wrap-anywhere">{address}</span> bounced or were marked
              as spam, so we stopped sending them. Write to{' '}
              <a href={mailLink(organisation.email)} className="wrap-anywhere">
                {organisation.email}
              </a>{' '}
              if you would like them again.
            </p>
          )
        }
        const isSubscribed = state === 'subscribed'
        return (
          <>
            <p role="status">
              {isSubscribed
                ? 'You receive it at '
                : state === 'unconfirmed'
                  ? 'You have not confirmed your subscription yet for  '
                  : `News from our teachers and partners, ${organisation.newsletterFrequency}. You do not get it yet at `}
              <span className="wrap-anywhere">{address}</span>
              {'.'}
            </p>
            <Button
              className="mt-4"
              variant={isSubscribed ? 'outline' : 'primary'}
              loading={isPending}
              onClick={() => choose.mutate(!isSubscribed)}
            >
              {isSubscribed ? 'Unsubscribe' : state === 'unconfirmed' ? 'Confirm' : 'Subscribe'}
            </Button>
          </>
        )
      }}
    </OwnCard>
  )
}
