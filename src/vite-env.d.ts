/// <reference types="vite/client" />

type SocialNetwork = 'Facebook' | 'Twitter' | 'Instagram' | 'LinkedIn' | 'YouTube'

interface ImportMetaEnv extends Readonly<
  Partial<Record<`VITE_${Uppercase<SocialNetwork>}_URL`, string>>
> {
  /** Of the build; `.config/environment.ts` sets it. */
  readonly VITE_YEAR: string
  readonly VITE_SITE_URL?: string
  readonly VITE_DONATE_URL?: string
  readonly VITE_SCHEDULING_URL?: string
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_ANON_KEY?: string
}
