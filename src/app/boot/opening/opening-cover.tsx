import { organisation } from '@/shared/data/organisation'
import { cn } from '@/shared/lib/cn'
import { Button } from '@/shared/ui/button'
import { LogoMark } from '@/shared/ui/logo'
import { FADE_MS } from './opening'

/**
 * The cover that `startOpening` shows over a page. The lockup of the splash is the last frame of
 * the video, in its place: sizes are shares of the video's width. It shows where no video plays.
 */
export function OpeningCover({ isHome }: { isHome: boolean }) {
  return (
    <div
      id="opening"
      role="region"
      aria-label="Opening"
      className="on-forest fixed inset-0 z-50 hidden place-content-center overflow-hidden transition-opacity ease-out in-[[data-opening]]:grid in-[[data-opening=leaving]]:pointer-events-none in-[[data-opening=leaving]]:opacity-0 print:hidden"
      style={{ transitionDuration: `${isHome ? FADE_MS.home : FADE_MS.other}ms` }}
    >
      <div
        aria-hidden="true"
        className="@container relative grid aspect-video w-[min(48rem,160vw)] place-content-center justify-items-center"
      >
        {isHome && (
          <video
            muted
            playsInline
            preload="none"
            width={960}
            height={540}
            tabIndex={-1}
            className="peer absolute inset-0 size-full"
          >
            <source src="/intro.webm" type="video/webm" />
            <source src="/intro.mp4" type="video/mp4" />
          </video>
        )}
        <LogoMark
          className={cn(
            lockupPart,
            'h-auto w-[25cqw] text-forest-100 [&>:first-child]:stroke-none',
          )}
        />
        <p
          className={cn(
            lockupPart,
            'mt-[2.9cqw] font-display text-[7.9cqw]/none tracking-[-0.02em] text-paper-raised',
          )}
        >
          {organisation.name}
        </p>
        <p
          className={cn(
            lockupPart,
            'mt-[1.5cqw] font-display text-[2.7cqw]/[1.2] text-marigold-300',
          )}
        >
          {organisation.kind}
        </p>
      </div>
      <Button variant="ghost" size="sm" className="fixed end-4 bottom-4">
        Skip
      </Button>
    </div>
  )
}

const lockupPart = 'transition-opacity peer-[video]:opacity-0'
