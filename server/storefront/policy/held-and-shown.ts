import { findHeldBelow } from '../../../rules/review-status.ts'
import type { GeneralSettings } from '../../../rules/settings/general.ts'
import type { WordId, WordParams } from '../../core/words/words.ts'
import type { ReviewShare } from '../../reviews/statements/share.ts'

type Say = (id: WordId, params?: WordParams) => string

/** Says which reviews wait for a person; empty if all are published in the end. */
export function sayHeld(settings: GeneralSettings, say: Say): string[] {
  const stars = findHeldBelow(settings)
  if (stars === null) return []
  return [stars > 5 ? say('checked.all') : say('checked.held', { stars })]
}

/** Says how many of the received reviews are shown; empty without any. */
export function sayShare({ shown, received }: ReviewShare, locale: string, say: Say): string[] {
  const { format } = new Intl.NumberFormat(locale)
  return received > 0 ? [say('checked.share', { shown: format(shown), received: format(received) })] : []
}
