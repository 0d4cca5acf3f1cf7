/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Up to the year of the build; `.config/environment.ts` sets it. */
  readonly VITE_COPYRIGHT_YEARS: string
  readonly VITE_SITE_URL?: string
  readonly VITE_DONATE_URL?: string
  readonly VITE_SCHEDULING_URL?: string
  readonly VITE_FACEBOOK_URL?: string
  readonly VITE_TWITTER_URL?: string
  readonly VITE_INSTAGRAM_URL?: string
  readonly VITE_LINKEDIN_URL?: string
  readonly VITE_YOUTUBE_URL?: string
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_ANON_KEY?: string
  readonly VITE_TURNSTILE_SITE_KEY?: string
}

/** The meaning of each term; `.config/glossary.ts` reads them. */
declare module '*/docs/glossary.md?terms' {
  const meanings: Readonly<Record<string, string>>
  export default meanings
}
