import { findPhotoReward } from '../../../rules/settings/discount.ts'
import { findPromisedPoints, type PointsPlace } from '../../../rules/settings/joy.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { word, wordLocale } from '../../core/words/words.ts'
import { formatWorth } from './discounts.ts'

/** What a review with photos earns, in words such as "15% off". `photos` is 0 if every review earns it. */
export interface PhotoReward {
  worth: string
  photos: number
}

/** Returns the reward that emails and forms promise, code and points; undefined if the shop gives none. */
export async function readPhotoReward(
  ctx: Ctx,
  locale: string | null,
  place: PointsPlace,
): Promise<PhotoReward | undefined> {
  const discount = findPhotoReward(await readSetting(ctx, 'discount'))
  const points = findPromisedPoints(await readSetting(ctx, 'joy'), place)
  const worths = [
    ...(discount ? [formatWorth({ ...discount, currency: ctx.shop.currency }, locale)] : []),
    ...(points ? [formatPoints(points.points, locale)] : []),
  ]
  if (worths.length === 0) return undefined
  const worth = new Intl.ListFormat(wordLocale(locale), { type: 'conjunction' }).format(worths)
  return { worth, photos: Math.max(discount?.photos ?? 0, points?.photos ?? 0) }
}

export const formatPoints = (points: number, locale: string | null): string =>
  word(locale, 'mail.reward.points', { count: points })

/** Returns the sentence that promises the reward. */
export const rewardText = (locale: string | null, { worth, photos }: PhotoReward): string =>
  photos > 0
    ? word(locale, 'mail.reward.photo', { worth, count: photos })
    : word(locale, 'mail.reward.review', { worth })
