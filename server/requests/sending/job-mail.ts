import { sentence, type MessageCode } from '../../../rules/messages.ts'
import {
  typeOfTemplate,
  wordsIn,
  type EmailTemplateKey,
  type EmailTexts,
} from '../../../rules/settings/email-templates.ts'
import { lockedBy } from '../../../rules/settings/document.ts'
import { EMAIL_TEMPLATES } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import type { JobName } from '../../core/job-names.ts'
import { mailBrand } from '../mail/brand.ts'
import { ownContent, renderLetter, type Letter } from '../mail/letter.ts'
import type { Mail, MailAddress } from '../mail/mail.ts'
import { renderContent, renderSubject, type MergeFields } from '../mail/merchant-template.ts'
import { wordLocale } from '../../core/words/words.ts'
import { readLook } from '../../shop/settings/branded.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { deliver, jobMessageId, nextTrySeconds, type Refusal } from './deliver.ts'
import { mailSender } from '../sender/identity.ts'
import { openHandOver } from './hand-over.ts'
import { openOutlet } from '../sender/outlet.ts'
import { ownAddress } from '../sender/own-address.ts'
import { pausedRetryMinutes } from '../../../rules/limits.ts'
import { unreachable } from './unreachable.ts'

/** One email of a job. */
export interface JobLetter extends Pick<
  Letter,
  'preheader' | 'quotes' | 'buttons' | 'why' | 'discountCode' | 'discountTerms'
> {
  /** Names it within its job, so that a retry sends only what is left. */
  item: string
  /** Of the Message-ID: the same for every try. */
  name: string
  to: MailAddress
  locale: string
  /** Merge fields of the merchant's template. */
  fields: MergeFields
  /** Our own words, where the template leaves them to us. */
  own: { subject: string; content: string }
}

export interface Undelivered extends Refusal {
  /** Why it was not sent: the template is off, the plan lacks it, or the address is out of reach. Null: the mail server refused it. */
  code: MessageCode | null
}

/** What a job carries besides its own data. */
export interface JobMailData {
  /** Tries before this one. */
  attempts?: number
  /** Items that are left of an earlier try. */
  only?: string[]
}

/** An email that leaves by a job: everything but the queue's requests and reminders (decision 0006). */
export interface JobMailKind<Data extends JobMailData> {
  job: JobName
  /** Its template in the settings, whose switch and plan gate apply. Null: to the merchant, in our own words. */
  template: EmailTemplateKey | null
  /** The letters that are due: who receives them, and their words. Letters whose reason is gone are left out. */
  letters: (ctx: Ctx, data: Data) => Promise<JobLetter[]>
  /** What follows for letters that were refused for good or could not be sent. */
  undelivered: (ctx: Ctx, data: Data, letters: readonly Undelivered[]) => Promise<void>
}

/**
 * Returns the job of an email: makes the letters that are still due, delivers them, and queues those that were refused for now once
 * more. Sends nothing for a shop that uninstalled the app.
 */
export function jobMail<Data extends JobMailData>(kind: JobMailKind<Data>): (ctx: Ctx, data: Data) => Promise<void> {
  return async (ctx, data) => {
    if (ctx.shop.uninstalledAt) return
    const { attempts = 0, only } = data
    const letters = (await kind.letters(ctx, data)).filter(({ item }) => !only || only.includes(item))
    const problems = kind.template ? await problemsOf(ctx, kind.template, letters) : new Map<string, MessageCode>()
    const make = await openLetterMaker(ctx, kind.template)
    const outlet = kind.template ? ((await openHandOver(ctx))(kind.template) ?? (await openOutlet(ctx))) : ctx.mail
    const { refused, later, paused } = await deliver(ctx, outlet, {
      attempts,
      ...(kind.template && { template: typeOfTemplate(kind.template) }),
      mails: letters
        .filter(({ to }) => !problems.has(to.address))
        .map((letter) => ({ item: letter.item, mail: make(letter) })),
    })
    const unsent = letters.flatMap(({ item, to }): Undelivered[] => {
      const code = problems.get(to.address)
      return code ? [{ item, error: sentence(code), code }] : []
    })
    const undelivered = [...unsent, ...refused.map((refusal) => ({ ...refusal, code: null }))]
    if (undelivered.length > 0) await kind.undelivered(ctx, data, undelivered)
    // Waiting for the merchant is no try.
    if (paused.length > 0)
      await ctx.enqueue(kind.job, { ...data, only: paused }, { startAfterSeconds: pausedRetryMinutes * 60 })
    const startAfterSeconds = nextTrySeconds(attempts)
    if (later.length > 0 && startAfterSeconds !== null)
      await ctx.enqueue(kind.job, { ...data, only: later, attempts: attempts + 1 }, { startAfterSeconds })
  }
}

async function problemsOf(
  ctx: Ctx,
  template: EmailTemplateKey,
  letters: readonly JobLetter[],
): Promise<Map<string, MessageCode>> {
  const addresses = letters.map(({ to }) => to.address)
  if (lockedBy(EMAIL_TEMPLATES, template, ctx.shop.plan))
    return new Map(addresses.map((address) => [address, 'planLacksEmail']))
  return unreachable(ctx, template, addresses)
}

/** Makes letters in the merchant's words or ours. Emails to the merchant come from the app, whatever the shop's sender is, and take no replies. */
async function openLetterMaker(ctx: Ctx, key: EmailTemplateKey | null): Promise<(letter: JobLetter) => Mail> {
  const template = key && (await readLook(ctx, 'emailTemplates'))[key]
  const { from, replyTo, envelope } = await mailSender(ctx)
  const brand = mailBrand(await readSetting(ctx, 'branding'), ctx.shop.plan)
  const sender = template
    ? { from, ...(replyTo && { replyTo }), ...envelope() }
    : { from: { address: ownAddress(ctx.env.MAIL_FROM), name: ctx.shop.appName } }
  return ({ name, to, fields, own, ...letter }) => {
    const words = template
      ? merchantWords(ctx, wordsIn(template, wordLocale(letter.locale), wordLocale(ctx.shop.primaryLocale)), fields)
      : noWords
    const content = words.content || ownContent(own.content)
    // The template's own text is that of the first button.
    const buttons = letter.buttons.map((button, at) =>
      at === 0 && words.buttonText ? { ...button, label: words.buttonText } : button,
    )
    const rendered = renderLetter({
      ...letter,
      shopName: ctx.shop.name,
      ...(template && { logo: template.logo, blocks: template.blocks, customCss: template.customCss, brand }),
      subject: words.subject || own.subject,
      preheader: words.preheader || letter.preheader,
      buttons,
      content,
    })
    return { ...sender, to, ...rendered, messageId: jobMessageId(ctx, name) }
  }
}

/** A template that cannot be read must not keep an email back: it leaves in our own words. */
const noWords: EmailTexts = { subject: '', preheader: '', content: '', buttonText: '' }

function merchantWords(
  ctx: Ctx,
  { subject, preheader, content, buttonText }: EmailTexts,
  fields: MergeFields,
): EmailTexts {
  try {
    return {
      subject: subject && renderSubject(subject, fields),
      preheader: preheader && renderSubject(preheader, fields),
      buttonText,
      content: content && renderContent(content, fields),
    }
  } catch (error) {
    ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'a mail template that cannot be rendered')
    return noWords
  }
}
