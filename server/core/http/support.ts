import type { Env } from '../env.ts'
import { escapeHtml } from '../html.ts'

type SupportEnv = Pick<
  Env,
  'CANDOR_CHAT_SCRIPT' | 'CANDOR_CHAT_ID' | 'CANDOR_CHAT_HOSTS' | 'CANDOR_ANALYTICS_URL' | 'CANDOR_ANALYTICS_KEY'
>

/** Returns whether the admin's page answers at a path. */
export const isAdminPath = (path: string): boolean =>
  !/^\/(api|apiSa|demo|graphql|storefront|media|assets|webhooks)(\/|$)/.test(path)

/** Returns the hosts that the operator's chat and analytics need, for the policy of admin pages. */
export function listSupportHosts(env: SupportEnv): { chat: readonly string[]; analytics: readonly string[] } {
  const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : [])
  return {
    chat: env.CANDOR_CHAT_SCRIPT ? [...originOf(env.CANDOR_CHAT_SCRIPT), ...env.CANDOR_CHAT_HOSTS] : [],
    analytics: originOf(env.CANDOR_ANALYTICS_URL),
  }
}

/** Returns a tag that tells the admin of the operator's chat and analytics; empty without them. */
export function supportTag(env: SupportEnv): string {
  const { CANDOR_CHAT_SCRIPT: script, CANDOR_CHAT_ID: id, CANDOR_ANALYTICS_URL: url } = env
  if (!script && !url) return ''
  const content = {
    chat: script ? { script, id } : null,
    analytics: url ? { url, key: env.CANDOR_ANALYTICS_KEY ?? '' } : null,
  }
  return `<meta name="candor-support" content="${escapeHtml(JSON.stringify(content))}" />`
}
