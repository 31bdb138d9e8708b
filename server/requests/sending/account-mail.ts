import { chooseLocale } from '../../../rules/locales.ts'
import { word } from '../../core/words/words.ts'
import { buildLinkUrl, findOpenLink, type AccountMail } from '../../shop/session/account-links.ts'
import { isMailAddress, oneLine } from '../mail/mail.ts'
import { createMailJob, type JobMailData } from './job-mail.ts'

/** Job: mails a one-use link, from our own address. Not after the link was used or withdrawn. */
export const mailAccountLinks = createMailJob<AccountMail & JobMailData>({
  job: 'mails.accounts',
  template: null,
  async buildEmails(ctx, { linkId }) {
    const { shop } = ctx
    const link = await findOpenLink(ctx, linkId)
    if (!link || !isMailAddress(link.email)) return []
    const locale = chooseLocale(shop)
    const params = {
      app: shop.appName,
      email: link.email,
      name: oneLine(link.invitedBy, 80),
      shop: oneLine(shop.name, 80),
    }
    const kind = link.kind === 'invitation' ? 'invitation' : 'password'
    return [
      {
        item: link.id,
        name: `account-${link.id}`,
        to: { name: '', address: link.email },
        locale,
        fields: { customer_name: '', product_title: '', order_name: '', shop_name: params.shop },
        defaults: {
          subject: word(locale, `account.${kind}.subject`, params),
          content: word(locale, `account.${kind}.content`, params),
        },
        preheader: word(locale, `account.${kind}.preheader`, params),
        quotes: [],
        buttons: [{ label: word(locale, `account.${kind}.button`, params), url: buildLinkUrl(ctx, link) }],
        why: word(locale, `account.${kind}.why`, params),
      },
    ]
  },
  async handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { error } of undelivered) log.warn({ shopId: shop.id, error }, 'an email of an account failed')
  },
})
