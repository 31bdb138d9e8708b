import { html, type Html } from '../html.ts'
import type { PageView } from '../shown.ts'

/** Returns the numbers of a share as a language writes them. */
export function formatShare({ shown, received }: { shown: number; received: number }, locale: string) {
  const { format } = new Intl.NumberFormat(locale)
  return { shown: format(shown), received: format(received) }
}

/**
 * Says how the shop verifies that reviewers bought or used the product. The EU's Omnibus directive requires it
 * (2005/29/EC, article 7 (6)). Opens without a script.
 */
export function howChecked({
  reading,
  say,
  shopName,
  locale,
  design: { badge },
}: Pick<PageView, 'reading' | 'say' | 'shopName' | 'locale' | 'design'>): Html | false {
  if (!reading) return false
  const { share, heldBelow, policy } = reading
  const says = [
    say(`widget.checked.${reading.eligibility}`, { shop: shopName }),
    say('widget.checked.verified', {
      shop: shopName,
      order: badge.orderText || say('widget.verifiedOrder'),
      confirmed: badge.shopText || say('widget.verifiedShop'),
    }),
    say('widget.checked.imported'),
    say('widget.checked.incentivized', { badge: say('widget.incentivized') }),
    say('widget.checked.moderation', { shop: shopName }),
    ...(heldBelow
      ? [say(heldBelow > 5 ? 'widget.checked.all' : 'widget.checked.held', { shop: shopName, stars: heldBelow })]
      : []),
    ...(share?.received ? [say('widget.checked.share', { shop: shopName, ...formatShare(share, locale) })] : []),
    say('widget.checked.report', { report: say('widget.report') }),
  ]
  return html`<details class="candor-checked"><summary>${say('widget.checked')}</summary><ul>${says.map((text) => html`<li>${text}</li>`)}${policy && html`<li><a class="candor-link" href="${policy}">${say('widget.checked.policy')}</a></li>`}</ul></details>`
}
