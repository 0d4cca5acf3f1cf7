import type { ComponentType } from 'react'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Video from 'lucide-react/icons/video'
import { Button } from '@/shared/ui/button'
import { Card } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { notify, type Notice } from '@/shared/ui/notify'
import { LogoAnimation } from './logo-animation'
import { stepOf, storyboard } from './storyboard'
import { useLogoAnimation } from './use-logo-animation'

/** Loads the toaster with the first message. A lost connection costs the messages, not the page. */
function say(notice: Notice) {
  import('@/shared/ui/toaster').then(({ mountToaster }) => mountToaster(), console.error)
  notify(notice)
}

function sayCompleted() {
  say({ tone: 'success', title: 'Animation completed!' })
}

interface AnimatedLogoPageProps {
  /** Belongs to the feature `site`; the app passes it in */
  PageMeta?: ComponentType<{ title: string; description: string }>
}

/** Plays the logo step by step. */
export function AnimatedLogoPage({ PageMeta }: AnimatedLogoPageProps) {
  const { run, phase, running, play } = useLogoAnimation(sayCompleted)
  const current = storyboard[stepOf(phase)]

  function showGuide() {
    say({
      tone: 'info',
      title: 'Export Guide',
      description:
        'To save the animation as a video, record this page with screen recording software at 1920x1080.',
    })
  }

  return (
    <>
      {PageMeta && (
        <PageMeta
          title="Animated Logo"
          description="See our logo come to life in five steps: the ground, the leaves, the flame, the name and the tagline."
        />
      )}
      <Section ground="forest">
        <h1>Animated Logo</h1>
        <p className="mt-4 max-w-measure text-lg">
          A line, two leaves, a flame: watch our logo grow in five steps.
        </p>
      </Section>

      <Section aria-labelledby="storyboard">
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
          <div>
            <Card className="grid min-h-80 w-full place-items-center sm:aspect-video">
              <LogoAnimation key={run} phase={phase} />
            </Card>
            <p role="status" className="mt-4 text-ink-soft">
              {current
                ? `Step ${stepOf(phase) + 1} of ${storyboard.length}: ${current.title}`
                : 'Ready to start'}
            </p>
            <div className="mt-4 flex flex-wrap gap-3">
              <Button disabled={running} onClick={play}>
                <Play aria-hidden="true" />
                Start
              </Button>
              <Button variant="outline" disabled={phase === 'waiting'} onClick={play}>
                <RotateCcw aria-hidden="true" />
                Restart
              </Button>
              <Button variant="ghost" onClick={showGuide}>
                <Video aria-hidden="true" />
                Export Guide
              </Button>
            </div>
          </div>

          <div>
            <h2 id="storyboard">Storyboard</h2>
            <ol aria-labelledby="storyboard" className="mt-6 grid gap-2">
              {storyboard.map((step) => (
                <li
                  key={step.phase}
                  aria-current={step === current ? 'step' : undefined}
                  className="rounded-e-control border-s-4 border-line px-4 py-3 aria-[current]:border-marigold-500 aria-[current]:bg-marigold-50"
                >
                  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <h3>{step.title}</h3>
                    <span className="text-sm text-ink-soft tabular-nums">{step.at / 1000} s</span>
                  </div>
                  <p className="mt-1 text-ink-soft">{step.text}</p>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </Section>

      <Section ground="sunken" aria-labelledby="technical-note">
        <h2 id="technical-note">Technical note</h2>
        <p className="mt-4 max-w-measure text-lg text-ink-soft">
          Your browser draws and animates the logo from vector artwork, so it stays sharp at any
          size and needs no video file. If your device asks for reduced motion, you see the finished
          logo at rest while the steps still advance as text.
        </p>
      </Section>
    </>
  )
}
