import { html, Html } from '../../../client/storefront/widgets/html.ts'
import type { Ctx } from '../../core/context.ts'
import { assetPath, styleText } from '../../core/pages/assets.ts'
import { textDirection, word } from '../../core/words/words.ts'
import { readPushChannels } from '../../requests/push/push-settings.ts'
import { readVapidKeys } from '../../requests/push/vapid.ts'

/**
 * Returns the prompt that asks a signed-in customer for notifications. Hidden without its script, without browser
 * support, and after an answer. Empty while Web Push is off.
 * @param proxy path of forwarded requests: service workers must come from the storefront's own origin
 */
export async function renderPushPrompt(ctx: Ctx, proxy: string): Promise<string> {
  const vapid = readVapidKeys(ctx.env)
  if (!vapid || !(await readPushChannels(ctx)).webPush) return ''
  const locale = ctx.shop.primaryLocale
  const { text } =
    html`<style>${new Html(styleText(['push']))}</style><aside class="candor-push" role="dialog" aria-labelledby="candor-push" lang="${locale}" dir="${textDirection(locale)}" data-candor-push="${proxy}/${ctx.shop.shopifyDomain}/push" data-key="${vapid.publicKey}" hidden>
    <p id="candor-push">${word(locale, 'push.prompt.text', { shop: ctx.shop.name })}</p><button type="button" value="yes">${word(locale, 'push.prompt.yes')}</button><button type="button" value="no">${word(locale, 'push.prompt.no')}</button>
  </aside><script type="module" async src="${ctx.origin}${assetPath('push.ts')}"></script>`
  return text
}
