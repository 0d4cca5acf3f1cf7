import { AnimatedLogoPage } from '@/features/demo/animated-logo-page'
import { PageMeta } from '@/features/site/components/page-meta'

/** A page of one feature with the metadata of another. */
export function AnimatedLogo() {
  return (
    <AnimatedLogoPage
      meta={
        <PageMeta
          title="Animated Logo"
          description="See our logo come to life in five steps: the ground, the leaves, the flame, the name and the tagline."
        />
      }
    />
  )
}
