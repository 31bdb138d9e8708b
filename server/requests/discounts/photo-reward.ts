import { findPhotoReward } from '../../../rules/settings/discount.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { word } from '../../core/words/words.ts'
import { formatWorth } from './discounts.ts'

/** What a review with photos earns, in words such as "15% off". `photos` is 0 if every review earns it. */
export interface PhotoReward {
  worth: string
  photos: number
}

/** Returns the reward that emails and forms promise; undefined if the shop gives none. */
export async function readPhotoReward(ctx: Ctx, locale: string | null): Promise<PhotoReward | undefined> {
  const reward = findPhotoReward(await readSetting(ctx, 'discount'))
  if (!reward) return undefined
  return { worth: formatWorth({ ...reward, currency: ctx.shop.currency }, locale), photos: reward.photos }
}

/** Returns the sentence that promises the reward. */
export const rewardText = (locale: string | null, { worth, photos }: PhotoReward): string =>
  photos > 0
    ? word(locale, 'mail.reward.photo', { worth, count: photos })
    : word(locale, 'mail.reward.review', { worth })
