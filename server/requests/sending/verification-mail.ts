import { chooseLocale } from '../../../rules/locales.ts'
import { parseSenderDomain } from '../../../rules/sender.ts'
import { isMailAddress, oneLine } from '../mail/mail.ts'
import { createMailJob, type JobMailData } from './job-mail.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { word } from '../../core/words/words.ts'
import { readSender } from '../sender/sender.ts'

interface Verification extends JobMailData {
  domain: string
  /** ISO date; part of the email's name, so each request sends one. */
  at: string
}

/** Job: mails the domain's records to the shop's address, which proves that the address exists. */
export const mailSenderRecords = createMailJob<Verification>({
  job: 'mails.sender',
  template: null,
  async buildEmails(ctx, { domain, at }) {
    const { senderEmail } = await readSetting(ctx, 'emailSetting')
    if (!isMailAddress(senderEmail) || parseSenderDomain(senderEmail) !== domain) return []
    const locale = chooseLocale(ctx.shop)
    const { records } = await readSender(ctx)
    const params = { domain, address: senderEmail, shop: oneLine(ctx.shop.name, 80), app: ctx.shop.appName }
    return [
      {
        item: 'records',
        name: `sender-${ctx.shop.id}-${at.replace(/\D/g, '')}`,
        to: { name: '', address: senderEmail },
        locale,
        fields: { customer_name: '', product_title: '', order_name: '', shop_name: params.shop },
        defaults: {
          subject: word(locale, 'sender.records.subject', params),
          content: word(locale, 'sender.records.content', params),
        },
        preheader: word(locale, 'sender.records.preheader', params),
        quotes: records.map(({ type, name, value }) => ({ head: `${type} · ${name}`, rate: null, text: value })),
        buttons: [
          {
            label: word(locale, 'sender.records.button', params),
            url: ctx.platform.adminUrl(ctx.shop, '/settings/sender'),
          },
        ],
        why: word(locale, 'sender.records.why', params),
      },
    ]
  },
  async handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { error } of undelivered)
      log.warn({ shopId: shop.id, error }, 'the records of a sender could not be mailed')
  },
})
