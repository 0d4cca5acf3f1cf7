import { organisation } from '@/shared/data/organisation'

/**
 * The settings of a deployment. Values are checked when the app is built, see
 * `.config/environment.ts`.
 */
export const env = {
  /**
   * Origin of the Supabase project, without a trailing slash. Without configuration it is the origin
   * that serves the app, which is how `npm run dev` and `npm run preview` offer the embedded backend;
   * its key is public by design.
   */
  get supabaseUrl(): string {
    return (import.meta.env.VITE_SUPABASE_URL || window.location.origin).replace(/\/+$/, '')
  },
  /** Under this name the browser stores the session, as every app on Supabase does. */
  get sessionKey(): string {
    return `sb-${new URL(this.supabaseUrl).hostname.split('.')[0]}-auth-token`
  },
  /** Public origin of the site, for canonical links and shared previews; without a trailing slash. */
  siteUrl: (import.meta.env.VITE_SITE_URL || `https://${organisation.domain}`).replace(/\/+$/, ''),
  supabaseAnonKey:
    import.meta.env.VITE_SUPABASE_ANON_KEY || 'sb_publishable_local_development_only',
  /** An external page that takes gifts. */
  get donateUrl(): string | undefined {
    return import.meta.env.VITE_DONATE_URL || undefined
  },
  /** An external page where visitors schedule a call. */
  get schedulingUrl(): string | undefined {
    return import.meta.env.VITE_SCHEDULING_URL || undefined
  },
  /** Our social media profiles. */
  get profiles() {
    return {
      Facebook: import.meta.env.VITE_FACEBOOK_URL || undefined,
      Twitter: import.meta.env.VITE_TWITTER_URL || undefined,
      Instagram: import.meta.env.VITE_INSTAGRAM_URL || undefined,
      LinkedIn: import.meta.env.VITE_LINKEDIN_URL || undefined,
      YouTube: import.meta.env.VITE_YOUTUBE_URL || undefined,
    }
  },
}
