import { chooseLocale } from '../../../rules/locales.ts'
import { word } from '../../core/words/words.ts'
import { mailedFileDays, personFileUrl } from '../../shop/privacy/files.ts'
import { isMailAddress, oneLine } from '../mail/mail.ts'
import { createMailJob, type JobMailData } from './job-mail.ts'

interface PrivacyMail extends JobMailData {
  id: string
}

/** Job: sends the merchant the link to the file of a data request. It names no customer. */
export const mailPrivacyFile = createMailJob<PrivacyMail>({
  job: 'mails.privacy',
  template: null,
  async buildEmails(ctx, { id }) {
    const { shop } = ctx
    const request = await ctx.db.privacyRequest.findUnique({ where: { shopId_id: { shopId: shop.id, id } } })
    if (!request?.fileKey || !isMailAddress(shop.email)) return []
    const locale = chooseLocale(shop)
    const count = Object.values(request.counts as Record<string, number>).reduce((sum, rows) => sum + rows, 0)
    const params = { shop: oneLine(shop.name, 80), app: shop.appName, count }
    return [
      {
        item: id,
        name: `privacy-${id}`,
        to: { name: '', address: shop.email },
        locale,
        fields: { customer_name: '', product_title: '', order_name: '', shop_name: params.shop },
        defaults: {
          subject: word(locale, 'privacy.file.subject', params),
          content: word(locale, 'privacy.file.content', params),
        },
        preheader: word(locale, 'privacy.file.preheader', params),
        quotes: [],
        buttons: [
          { label: word(locale, 'privacy.file.button', params), url: personFileUrl(ctx, request, mailedFileDays) },
        ],
        why: word(locale, 'privacy.file.why', params),
      },
    ]
  },
  async handleUndelivered({ shop, log }, { id }, undelivered) {
    for (const { error } of undelivered)
      log.warn({ shopId: shop.id, id, error }, 'an email about a data request failed')
  },
})
