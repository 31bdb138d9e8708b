import { LRUCache } from 'lru-cache'
import type { EmailTemplate, EmailTemplateKey } from '../../../rules/settings/email-templates.ts'
import { inTransaction, readPlan, type Ctx } from '../../core/context.ts'
import { saveTemplateVersion } from '../mail/template-versions.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'

export interface CurrentTemplate {
  number: number
  template: EmailTemplate
}

/** Keyed by the settings version and the plan, like the settings cache. */
const current = new LRUCache<string, CurrentTemplate>({ max: 5_000, ttl: 60_000 })

/** Returns the template to send with and stores its version, since an email refers to it from now on. */
export async function templateToSend(ctx: Ctx, key: EmailTemplateKey): Promise<CurrentTemplate> {
  const cacheKey = `${ctx.shop.id}:${ctx.shop.settingsVersion}:${readPlan(ctx)}:${key}`
  const known = current.get(cacheKey)
  if (known) return known
  const template = (await readBrandedSetting(ctx, 'emailTemplates'))[key]
  const number = await inTransaction(ctx, (tx) => saveTemplateVersion(tx, key, { content: template, isUsed: true }))
  const found = { number, template }
  current.set(cacheKey, found)
  return found
}
