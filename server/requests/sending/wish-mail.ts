import { oneLine } from '../mail/mail.ts'
import { createMailJob, type JobMailData } from './job-mail.ts'

/** Job: mails a merchant's wish to the operator, in English, as commands and logs are. */
export const mailWishes = createMailJob<{ id: string } & JobMailData>({
  job: 'mails.wishes',
  template: null,
  async buildEmails({ db, env, shop }, { id }) {
    const address = env.CANDOR_OPERATOR_EMAIL
    const wish = await db.featureWish.findUnique({ where: { shopId_id: { shopId: shop.id, id } } })
    if (!wish || !address) return []
    const name = oneLine(shop.name, 80)
    return [
      {
        item: id,
        name: `wish-${id}`,
        to: { name: '', address },
        locale: 'en',
        fields: { customer_name: '', product_title: '', order_name: '', shop_name: name },
        defaults: {
          subject: `Feature request from ${name}`,
          content: `${name} (${shop.shopifyDomain}, plan ${shop.plan}) wishes for a feature. Reply to ${shop.email}.`,
        },
        preheader: oneLine(wish.text, 120),
        quotes: [{ head: name, rate: null, text: wish.text }],
        buttons: [],
        why: 'You received this email because CANDOR_OPERATOR_EMAIL names this address.',
      },
    ]
  },
  async handleUndelivered({ shop, log }, { id }, undelivered) {
    for (const { error } of undelivered) log.warn({ shopId: shop.id, id, error }, 'a wish could not be mailed')
  },
})
