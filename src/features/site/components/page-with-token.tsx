import type { ReactNode } from 'react'
import { Section } from '@/shared/ui/container'
import { PageHeader } from './page-header'
import { ReachUs } from './reach-us'

interface PageWithTokenProps {
  title: string
  lead: string
  description: string
  /** The classes that keep as much space as the content shown without a link */
  room?: string
  children: ReactNode
}

/** The frame of a page behind an email link; no search engine lists it. */
export function PageWithToken({ children, room = 'min-h-80', ...content }: PageWithTokenProps) {
  const { title } = content
  return (
    <>
      <PageHeader content={content} />
      <Section aria-label={title}>
        <noscript>
          <p className="mb-4 font-semibold">
            This page needs JavaScript, which your browser does not run.
          </p>
          <ReachUs text="Please email us or call instead." subject={title} />
        </noscript>
        {/* The content beneath keeps its position when the answer arrives, or turns out missing (`boot.ts`). */}
        <div className={`flow-root max-w-narrow in-data-token:min-h-dvh noscript:hidden ${room}`}>
          {children}
        </div>
      </Section>
    </>
  )
}
