import { isDeepStrictEqual } from 'node:util'
import { readDocument } from '../../../rules/settings/document.ts'
import {
  EMAIL_TEMPLATE_TYPES,
  EMAIL_TEMPLATES,
  type EmailTemplate,
  type EmailTemplateKey,
  type EmailTemplates,
} from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'

const keys = Object.values(EMAIL_TEMPLATE_TYPES)

/** Stores a version of each template that a settings save changed. Replaces a version that no email used. */
export async function saveTemplateVersions(tx: Ctx, before: EmailTemplates, after: EmailTemplates): Promise<void> {
  for (const key of keys) {
    if (isDeepStrictEqual(before[key], after[key])) continue
    const number = await saveTemplateVersion(tx, key, { content: after[key], isUsed: false })
    await tx.db.emailTemplateVersion.deleteMany({
      where: { shopId: tx.shop.id, template: key, number: { lt: number }, isUsed: false },
    })
  }
}

/** Returns a template as an email was sent with it; null if the version is unknown. */
export async function readTemplateVersion(
  ctx: Ctx,
  key: EmailTemplateKey,
  number: number,
): Promise<EmailTemplate | null> {
  const row = await ctx.db.emailTemplateVersion.findUnique({
    where: { shopId_template_number: { shopId: ctx.shop.id, template: key, number } },
  })
  return row && readDocument(EMAIL_TEMPLATES, { [key]: row.content })[key]
}

/**
 * Returns the number of a template's newest version; adds a version if the content changed.
 * @param isUsed whether an email refers to it from now on, which keeps it
 */
export async function saveTemplateVersion(
  tx: Ctx,
  template: EmailTemplateKey,
  { content, isUsed }: { content: EmailTemplate; isUsed: boolean },
): Promise<number> {
  const shopId = tx.shop.id
  // Serializes writers of this template. Locking the shop's row would block the shop's other writes.
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`template ${shopId} ${template}`}, 0))`
  const newest = await tx.db.emailTemplateVersion.findFirst({
    where: { shopId, template },
    orderBy: { number: 'desc' },
  })
  if (newest && isDeepStrictEqual(newest.content, content)) {
    const { number } = newest
    if (isUsed && !newest.isUsed)
      await tx.db.emailTemplateVersion.update({
        where: { shopId_template_number: { shopId, template, number } },
        data: { isUsed },
      })
    return number
  }
  const number = (newest?.number ?? 0) + 1
  await tx.db.emailTemplateVersion.create({
    data: { shopId, template, number, content: { ...content }, isUsed, createdAt: tx.now() },
  })
  return number
}
