import fs from 'node:fs'
import path from 'node:path'
import { loadEnv } from 'vite'
import { projectRoot } from '../embedded/config'

export type Environment = Record<string, string | undefined>

/** This process's environment, over the `.env` files that the build reads too. */
export const readVariables = (): Environment => loadEnv('production', projectRoot, '')

export const readConfig = (): string =>
  fs.readFileSync(path.join(projectRoot, 'supabase/config.toml'), 'utf8')

/**
 * The obstacles to pushing `config.toml`: the CLI sends `env(NAME)` literally where NAME has no
 * value. One line for each problem.
 */
export function configProblems(config: string, environment: Environment): string[] {
  return config.split('\n').flatMap((line, index) => {
    const key = /^\s*([\w.]+)\s*=/.exec(line)?.[1]
    if (!key) return []
    return [...line.matchAll(/["']env\(([^)]*)\)["']/g)].flatMap(([, name = '']) => {
      const problem = valueProblem(key, environment[name])
      return problem ? [`config.toml:${index + 1}: ${key} is env(${name}), which ${problem}`] : []
    })
  })
}

function valueProblem(key: string, value: string | undefined): string | undefined {
  if (!value?.trim()) return 'is not set'
  if (value.includes('env(')) return 'is itself a reference'
  return /(^|_)(url|urls|uri)$/.test(key) ? addressProblem(value) : undefined
}

/** Why a text cannot be the site's address; undefined when it can. */
export function addressProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return 'is no address'
  const url = new URL(value)
  if (url.protocol !== 'https:') return 'does not begin with https://'
  if (value.endsWith('/')) return 'ends with a slash'
  if (!url.hostname.includes('.') || url.username || url.search || url.hash)
    return 'is not the address of a site'
  return undefined
}

/** A one-line value of config.toml, for example `email_sent` of `auth.rate_limit`. */
export function configValue(config: string, section: string, key: string): unknown {
  const [, body = ''] = config.split(`\n[${section}]\n`)
  const value = new RegExp(`^${key} = (.+)$`, 'm').exec(body.split('\n[')[0]!)?.[1]
  if (value === undefined) throw new Error(`config.toml has no ${key} in [${section}].`)
  return JSON.parse(value)
}
