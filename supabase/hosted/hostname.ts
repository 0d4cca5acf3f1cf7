import type { Management } from './management'

const ACTIVE = '5_services_reconfigured'

/**
 * The project's custom domain, an add-on of paid plans.
 *
 * @returns its address once it works, and the platform's word for how far it is
 * @see https://supabase.com/docs/guides/platform/custom-domains
 */
export async function hostnameOf(
  management: Management,
): Promise<{ active: string | undefined; status: string }> {
  type Answer = { status?: string; custom_hostname?: string }
  const { status, custom_hostname } = await management.call<Answer>('GET', '/custom-hostname')
  return {
    active: status === ACTIVE && custom_hostname ? `https://${custom_hostname}` : undefined,
    status: status?.replace(/^\d_/, '').replaceAll('_', ' ') ?? 'not set up',
  }
}

/**
 * The address that the site is built for.
 *
 * @param given VITE_SUPABASE_URL
 * @throws when it is neither the project's own nor its custom domain
 */
export async function browserUrlOf(
  management: Management,
  projectUrl: string,
  given: string | undefined,
): Promise<string> {
  const wanted = given?.replace(/\/+$/, '')
  if (!wanted || wanted === projectUrl) return projectUrl
  const { active, status } = await hostnameOf(management)
  if (active === wanted) return wanted
  throw new Error(
    `VITE_SUPABASE_URL is ${wanted}. This project's address is ${projectUrl}; a custom domain ${active ? `is ${active}` : `of it is ${status}`}.`,
  )
}
