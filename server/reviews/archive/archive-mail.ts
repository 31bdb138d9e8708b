import { chooseLocale } from '../../../rules/locales.ts'
import { word, type WordId } from '../../core/words/words.ts'
import { isMailAddress, oneLine } from '../../requests/mail/mail.ts'
import { createMailJob, type JobMailData } from '../../requests/sending/job-mail.ts'
import { archiveById, isArchiveKept, mailedArchiveUrl } from './archive.ts'

interface ArchiveMail extends JobMailData {
  id: string
}

/** Job: tells the merchant that the archive is ready, with a link that works for a day. */
export const mailArchives = createMailJob<ArchiveMail>({
  job: 'mails.archives',
  template: null,
  async buildEmails(ctx, { id }) {
    const { shop } = ctx
    const row = await archiveById(ctx, id).catch(() => null)
    if (!row || !isArchiveKept(row) || !isMailAddress(shop.email)) return []
    const locale = chooseLocale(shop)
    const params = { shop: oneLine(shop.name, 80), app: shop.appName }
    const say = (wordId: WordId) => word(locale, wordId, params)
    return [
      {
        item: 'archive',
        name: `archive-${id}`,
        to: { name: '', address: shop.email },
        locale,
        fields: { customer_name: '', product_title: '', order_name: '', shop_name: params.shop },
        defaults: { subject: say('archive.ready.subject'), content: say('archive.ready.content') },
        preheader: say('archive.ready.preheader'),
        quotes: [],
        buttons: [{ label: say('archive.ready.button'), url: mailedArchiveUrl(ctx, id) }],
        why: say('archive.ready.why'),
      },
    ]
  },
  async handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { error } of undelivered) log.warn({ shopId: shop.id, error }, 'an email about an archive failed')
  },
})
