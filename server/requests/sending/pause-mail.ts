import { chooseLocale } from '../../../rules/locales.ts'
import { isMessageCode } from '../../../rules/messages.ts'
import { word } from '../../core/words/words.ts'
import { isMailAddress, oneLine } from '../mail/mail.ts'
import { readSender } from '../sender/sender.ts'
import { createMailJob, type JobMailData } from './job-mail.ts'

interface PauseMail extends JobMailData {
  /** ISO date of the pause; part of the email's name, so each pause sends one. */
  at: string
}

/** Job: tells the merchant, from our own address, why the shop's emails are paused. Not after they resumed. */
export const mailPause = createMailJob<PauseMail>({
  job: 'mails.pause',
  template: null,
  async buildEmails(ctx, { at }) {
    const { shop } = ctx
    const { pause } = await readSender(ctx)
    if (pause?.since.toISOString() !== at || !isMailAddress(shop.email)) return []
    const locale = chooseLocale(shop)
    const reason = pause.reason === 'smtp' && isMessageCode(pause.text) ? 'unreachable' : pause.reason
    const text = localizeShare(locale, pause.text)
    const params = { reason, text, host: pause.host, shop: oneLine(shop.name, 80), app: shop.appName }
    return [
      {
        item: 'pause',
        name: `pause-${shop.id}-${at.replace(/\D/g, '')}`,
        to: { name: '', address: shop.email },
        locale,
        fields: { customer_name: '', product_title: '', order_name: '', shop_name: params.shop },
        defaults: {
          subject: word(locale, 'sender.paused.subject', params),
          content: word(locale, 'sender.paused.content', params),
        },
        preheader: word(locale, 'sender.paused.preheader', params),
        quotes: [],
        buttons: [
          {
            label: word(locale, 'sender.paused.button', params),
            url: ctx.platform.adminUrl(shop, '/settings/sender'),
          },
        ],
        why: word(locale, 'sender.paused.why', params),
      },
    ]
  },
  async handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { error } of undelivered) log.warn({ shopId: shop.id, error }, 'an email about a pause failed')
  },
})

/** Writes a share of emails such as "2.5 %" as the language does. Other reasons stay. */
function localizeShare(locale: string, text: string): string {
  const percent = /^(\d+\.\d) %$/.exec(text)?.[1]
  return percent
    ? new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 }).format(Number(percent) / 100)
    : text
}
