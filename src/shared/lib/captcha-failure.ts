/** The name that the auth service, the database and the widget use. */
const code = 'captcha_failed'

/** Without a key the site has no captcha; only staff can fix it if the service wants one. */
export const captchaAdvice = () =>
  import.meta.env.VITE_TURNSTILE_SITE_KEY
    ? 'We could not check that you are not a robot. Please try again. If it keeps failing, let your browser reach challenges.cloudflare.com.'
    : 'This site is not set up to check that you are not a robot. Please tell us by email.'

export const captchaFailure = () => Object.assign(new Error(captchaAdvice()), { code })

export const isCaptchaFailure = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === code
