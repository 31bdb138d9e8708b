import { html, type Html } from '../html.ts'
import type { PageView } from '../shown.ts'

/**
 * Says how the shop verifies that reviewers bought or used the product. The EU's Omnibus directive requires it
 * (2005/29/EC, article 7 (6)). Opens without a script.
 */
export function howChecked({
  reading,
  say,
  shopName,
  design: { badge },
}: Pick<PageView, 'reading' | 'say' | 'shopName' | 'design'>): Html | false {
  if (!reading) return false
  const { checked } = reading
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
    ...(checked?.says ?? []),
    say('widget.checked.report', { report: say('widget.report') }),
  ]
  return html`<details class="candor-checked"><summary>${say('widget.checked')}</summary><ul>${says.map((text) => html`<li>${text}</li>`)}${checked && html`<li><a class="candor-link" href="${checked.url}">${checked.label}</a></li>`}</ul></details>`
}
