import { reach } from './refusals'

/**
 * The content security policy of the site that is online: the sources of each directive; undefined
 * when it has none.
 *
 * @throws Unseen when the site is not reached
 */
export async function policyOf(
  site: string,
): Promise<{ status: number; policy: Map<string, string[]> | undefined }> {
  const { status, headers } = await reach(site)
  const directives = headers.get('content-security-policy')?.split(';')
  const policy = directives?.map((it) => {
    const [name = '', ...sources] = it.trim().split(/ +/)
    return [name, sources] as const
  })
  return { status, policy: policy && new Map(policy) }
}
