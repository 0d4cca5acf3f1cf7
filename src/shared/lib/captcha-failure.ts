/** As the auth service, the database and the widget call it. */
const code = 'captcha_failed'

export const captchaAdvice =
  'We could not check that you are not a robot. Please try again. If it keeps failing, let your browser reach challenges.cloudflare.com.'

export const captchaFailure = () => Object.assign(new Error(captchaAdvice), { code })

export const isCaptchaFailure = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === code
