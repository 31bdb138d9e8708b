import { missingScopes } from '../../rules/scopes.ts'
import { applyBrand } from '../../rules/brand.ts'
import { hasSpecialFonts, isSpecialFont } from '../../rules/settings/fonts.ts'
import { parseQrImageKey } from '../../rules/settings/qr.ts'
import type { SettingKey, SettingValue } from '../../rules/settings/settings.ts'
import type { Ctx } from '../core/context.ts'
import { InvalidInput } from '../core/errors.ts'
import type { Events } from '../core/events.ts'
import { recordUnusedFile } from '../core/files/unused-files.ts'
import { requireValidPushTexts, requireValidTemplates } from '../requests/mail/check-templates.ts'
import { saveTemplateVersions } from '../requests/mail/template-versions.ts'
import { rescheduleAll } from '../requests/requests/reschedule.ts'
import { applySenderSave } from '../requests/sender/apply-sender-save.ts'
import { readSetting, saveSetting } from '../shop/settings/settings.ts'

interface Saved<Key extends SettingKey> {
  before: SettingValue<Key>
  after: SettingValue<Key>
}

/**
 * Effects of saving a document, in its transaction. The storefront needs none: its cache key has the settings version.
 */
const effects: { readonly [Key in SettingKey]?: (tx: Ctx, saved: Saved<Key>) => Promise<unknown> } = {
  // Two documents hold the stars of a negative review.
  general: async (tx, { before, after: { negativeReviewThreshold: stars } }) => {
    if (before.negativeReviewThreshold === stars || (await readSetting(tx, 'emailSetting')).negativeReview === stars)
      return
    await saveSetting(tx, 'emailSetting', { negativeReview: stars })
  },
  emailSetting: async (tx, { before, after }) => {
    await applySenderSave(tx, { before, after })
    const stars = after.negativeReview
    if (before.negativeReview === stars || (await readSetting(tx, 'general')).negativeReviewThreshold === stars) return
    await saveSetting(tx, 'general', { negativeReviewThreshold: stars })
  },
  // Emails keep the template version they were sent with.
  emailTemplates: async (tx, { before, after }) => {
    await requireValidTemplates(tx.shop.id, before, after)
    const branding = await readSetting(tx, 'branding')
    return saveTemplateVersions(
      tx,
      applyBrand('emailTemplates', before, branding),
      applyBrand('emailTemplates', after, branding),
    )
  },
  // Mirrors the setting in the shop's flag of the specification.
  branding: async (tx, { after: { isRemoveBranding } }) => {
    // Merged by the database: flags that the operator sets at the same time stay.
    await tx.db
      .$executeRaw`update "Shop" set flags = flags || ${JSON.stringify({ isRemoveBranding })}::jsonb where id = ${tx.shop.id}::uuid`
  },
  // Special fonts need the shop's flag; a font chosen before may stay.
  reviewBox: async (tx, { before, after }) => {
    if (after.font !== before.font && isSpecialFont(after.font) && !hasSpecialFonts(tx.shop.flags))
      throw new InvalidInput({ font: 'valueInvalid' })
  },
  testimonials: async (tx, { before, after }) => {
    await requireOwn(
      after.selectedReviews.filter((id) => !before.selectedReviews.includes(id)),
      'selectedReviews',
      (id) => tx.db.review.count({ where: { shopId: tx.shop.id, id } }),
    )
    await requireOwn(
      after.selectedProducts.filter((id) => !before.selectedProducts.includes(id)),
      'selectedProducts',
      (id) => tx.db.product.count({ where: { shopId: tx.shop.id, id } }),
    )
  },
  replyTemplates: async (tx, { before, after }) => {
    const known = new Set(before.templates.flatMap(({ productIds }) => productIds))
    const added = after.templates.flatMap(({ productIds }) => productIds).filter((id) => !known.has(id))
    await requireOwn([...new Set(added)], 'templates', (id) =>
      tx.db.product.count({ where: { shopId: tx.shop.id, id } }),
    )
  },
  discount: async (tx, { before, after }) => {
    const isEnabled = after.enableDiscount && !before.enableDiscount
    if (isEnabled && missingScopes(tx.shop.grantedScopes, 'discounts').length > 0)
      throw new InvalidInput({ enableDiscount: 'scopeMissing' })
    await requireOwn(
      after.selectedProducts.filter((id) => !before.selectedProducts.includes(id)),
      'selectedProducts',
      (id) => tx.db.product.count({ where: { shopId: tx.shop.id, id } }),
    )
  },
  pushOwl: (tx, { before, after }) => requireValidPushTexts(tx.shop.id, before, after),
  // Requests with a date keep it; the others may have another condition now.
  requestTiming: async (tx, { before, after }) => {
    const isNew = after.sendMethod === 'delivery' && before.sendMethod !== 'delivery'
    if (isNew && missingScopes(tx.shop.grantedScopes, 'delivery').length > 0)
      throw new InvalidInput({ sendMethod: 'scopeMissing' })
    await rescheduleAll(tx)
  },
  // Deletes the picture and its files when no card shows it.
  qr: (tx, { before, after }) =>
    before.image && before.image !== after.image
      ? recordUnusedFile(tx.db, { shopId: tx.shop.id, key: parseQrImageKey(before.image) })
      : Promise.resolve(),
  requestRules: (tx, { before, after }) =>
    before.partlyFulfilled === after.partlyFulfilled ? Promise.resolve() : rescheduleAll(tx),
}

/** Refuses unknown ids and ids of another shop. Saved ids may stay, as their rows may be gone. */
async function requireOwn(
  added: readonly string[],
  field: string,
  count: (id: { in: string[] }) => Promise<number>,
): Promise<void> {
  if (added.length > 0 && (await count({ in: [...added] })) < added.length)
    throw new InvalidInput({ [field]: 'valueInvalid' })
}

/** Listener: runs the effects of a saved settings document. */
export async function followSave(tx: Ctx, { key, before, after }: Events['setting.saved']): Promise<void> {
  const effect = effects[key] as ((tx: Ctx, saved: object) => Promise<unknown>) | undefined
  await effect?.(tx, { before, after })
}
