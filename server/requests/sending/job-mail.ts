import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import {
  findTemplateType,
  chooseTemplateTexts,
  type EmailTemplate,
  type EmailTemplateKey,
  type EmailTexts,
} from '../../../rules/settings/email-templates.ts'
import { findLockingFeature } from '../../../rules/settings/document.ts'
import { EMAIL_TEMPLATES } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import type { JobName } from '../../core/job-names.ts'
import { buildMailBrand } from '../mail/brand.ts'
import { ownHeading, renderPlainContent, renderEmail, type EmailContent } from '../mail/email-content.ts'
import type { Mail, MailAddress } from '../mail/mail.ts'
import { renderMerchantTexts, type RenderedTexts } from '../mail/merchant-rendering.ts'
import { buildUnsubscribeHeaders } from '../mail/request-mail.ts'
import type { MergeFields } from '../mail/merchant-template.ts'
import { wordLocale } from '../../core/words/words.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { delayPausedMails } from '../delayed-mails/delayed-mails.ts'
import { deliverMails, buildMessageId, findRetryDelay, type Refusal } from './deliver-mails.ts'
import { readMailSender } from '../sender/identity.ts'
import { loadHandOver } from './hand-over.ts'
import { openOutlet } from '../sender/outlet.ts'
import { parseMailFrom } from '../sender/parse-mail-from.ts'
import { pausedRetryMinutes } from '../../../rules/limits.ts'
import { takeUnprovenMail } from './unproven.ts'
import { findSuppressed, findUndeliverable, findUnreachable } from './unreachable.ts'

export interface JobEmail extends Pick<
  EmailContent,
  'preheader' | 'quotes' | 'buttons' | 'why' | 'discountCode' | 'discountTerms' | 'scores' | 'unsubscribe'
> {
  /** Identifies it within its job, so that a retry sends only the remaining emails. */
  item: string
  /** Part of the Message-ID: the same for every attempt. */
  name: string
  to: MailAddress
  /** Whether anyone could have typed the address: it gets few emails a day, and none that its owner refused. */
  isUnproven?: boolean
  locale: string
  fields: MergeFields
  /** Our texts for what the template leaves empty. */
  defaults: { subject: string; content: string }
}

interface Undelivered extends Refusal {
  /** The template is off, the plan lacks it, or the address is unreachable. Null: the mail server refused it. */
  code: MessageCode | null
}

export interface JobMailData {
  attempts?: number
  only?: string[]
}

/** A kind of email that a job sends: all but the queue's requests and reminders (decision 0006). */
interface JobMailKind<Data extends JobMailData> {
  job: JobName
  /** Template in the settings, whose switch and plan gate apply. Null: an email to the merchant, in our words. */
  template: EmailTemplateKey | null
  /** Without a template: the email goes to a shopper, from the shop's sender and in its brand. No switch turns it off. */
  isForShopper?: true
  /** Builds the due emails. Leaves out those whose reason is gone. */
  buildEmails: (ctx: Ctx, data: Data) => Promise<JobEmail[]>
  handleUndelivered: (ctx: Ctx, data: Data, undelivered: readonly Undelivered[]) => Promise<void>
  /** Runs in the transaction that stores an email as sent. */
  handleSent?: (tx: Ctx, item: string) => Promise<void>
}

/**
 * Returns the job of a kind of email: builds the due emails, sends them, and requeues temporarily refused ones. Sends
 * nothing for a shop that uninstalled the app.
 */
export function createMailJob<Data extends JobMailData>(
  kind: JobMailKind<Data>,
): (ctx: Ctx, data: Data) => Promise<void> {
  return async (ctx, data) => {
    if (ctx.shop.uninstalledAt) return
    const { attempts = 0, only } = data
    const emails = (await kind.buildEmails(ctx, data)).filter(({ item }) => !only || only.includes(item))
    const problems = await problemsOf(ctx, kind, emails)
    const make = await loadEmailBuilder(ctx, kind)
    const handOver = kind.template && (await loadHandOver(ctx))(kind.template)
    const outlet = handOver?.outletOf() ?? (kind.template || kind.isForShopper ? await openOutlet(ctx) : ctx.mail)
    const { refused, later, paused } = await deliverMails(ctx, outlet, {
      attempts,
      handleSent: kind.handleSent,
      ...(kind.template && { template: findTemplateType(kind.template) }),
      mails: await Promise.all(
        emails
          .filter(({ item }) => !problems.has(item))
          .map(async (email) => ({ item: email.item, mail: await make(email) })),
      ),
    })
    const unsent = emails.flatMap(({ item }): Undelivered[] => {
      const code = problems.get(item)
      return code ? [{ item, error: formatMessage(code), code }] : []
    })
    const undelivered = [...unsent, ...refused.map((refusal) => ({ ...refusal, code: null }))]
    if (undelivered.length > 0) await kind.handleUndelivered(ctx, data, undelivered)
    // Waiting for the merchant is not an attempt.
    if (paused.length > 0)
      await delayPausedMails(ctx, {
        job: kind.job,
        data: { ...(data as JobMailData & Record<string, unknown>), only: paused },
        dueAt: new Date(ctx.now().getTime() + pausedRetryMinutes * 60_000),
      })
    const startAfterSeconds = findRetryDelay(attempts)
    if (later.length > 0 && startAfterSeconds !== null)
      await ctx.enqueue(kind.job, { ...data, only: later, attempts: attempts + 1 }, { startAfterSeconds })
  }
}

/** Returns why emails can't be sent, by item. */
async function problemsOf(
  ctx: Ctx,
  kind: Pick<JobMailKind<never>, 'template' | 'isForShopper'>,
  emails: readonly JobEmail[],
): Promise<Map<string, MessageCode>> {
  const byAddress = await addressProblemsOf(ctx, kind, emails)
  const suppressed = await findSuppressed(
    ctx,
    emails.filter((email) => email.isUnproven).map(({ to }) => to.address),
  )
  const problems = new Map<string, MessageCode>()
  for (const { item, to, name, isUnproven } of emails) {
    const known = byAddress.get(to.address) ?? (isUnproven ? suppressed.get(to.address) : undefined)
    if (known) problems.set(item, known)
    else if (isUnproven && !(await takeUnprovenMail(ctx, { address: to.address, name })))
      problems.set(item, 'addressMailLimit')
  }
  return problems
}

async function addressProblemsOf(
  ctx: Ctx,
  { template, isForShopper }: Pick<JobMailKind<never>, 'template' | 'isForShopper'>,
  emails: readonly JobEmail[],
): Promise<Map<string, MessageCode>> {
  const addresses = emails.map(({ to }) => to.address)
  if (!template) return isForShopper ? findUndeliverable(ctx, addresses) : new Map()
  if (findLockingFeature(EMAIL_TEMPLATES, template, ctx.shop.plan))
    return new Map(addresses.map((address) => [address, 'planLacksEmail']))
  return findUnreachable(ctx, template, addresses)
}

/**
 * Returns a function that builds emails in the merchant's words or ours. Emails to the merchant come from the app's own
 * address and take no replies.
 */
async function loadEmailBuilder(
  ctx: Ctx,
  { template: key, isForShopper }: Pick<JobMailKind<never>, 'template' | 'isForShopper'>,
): Promise<(email: JobEmail) => Promise<Mail>> {
  const template = key && (await readBrandedSetting(ctx, 'emailTemplates'))[key]
  const { from, replyTo, envelope } = await readMailSender(ctx)
  const brand = buildMailBrand(await readSetting(ctx, 'branding'), ctx.shop)
  const sender =
    template || isForShopper
      ? { from, ...(replyTo && { replyTo }), ...envelope() }
      : { from: { address: parseMailFrom(ctx.env.MAIL_FROM), name: ctx.shop.appName } }
  return async ({ name, to, fields, defaults, ...email }) => {
    const words = template
      ? await merchantWords(
          ctx,
          chooseTemplateTexts(template, wordLocale(email.locale), wordLocale(ctx.shop.primaryLocale)),
          { blocks: template.blocks, fields },
        )
      : noTexts
    const content = words.content || renderPlainContent(defaults.content)
    // The template's button text replaces that of the first button.
    const buttons = email.buttons.map((button, at) =>
      at === 0 && words.buttonText ? { ...button, label: words.buttonText } : button,
    )
    const full: EmailContent = {
      ...email,
      shopId: ctx.shop.id,
      shopName: ctx.shop.name,
      ...(template && { logo: template.logo, blocks: template.blocks, customCss: template.customCss }),
      ...((template || isForShopper) && { brand }),
      subject: words.subject || defaults.subject,
      preheader: words.preheader || email.preheader,
      buttons,
      content,
      heading: ownHeading(email.locale, fields),
      byBlock: words.byBlock,
    }
    const rendered = await renderEmail(full).catch((error: unknown) => {
      ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'styles of an email that cannot be inlined')
      return renderEmail({ ...full, customCss: '' })
    })
    return {
      ...sender,
      to,
      ...rendered,
      ...(email.unsubscribe && {
        headers: { ...sender.headers, ...buildUnsubscribeHeaders(email.unsubscribe.url) },
      }),
      messageId: buildMessageId(ctx, name),
    }
  }
}

/** An invalid template must not block an email: our own words replace it. */
const noTexts = { subject: '', preheader: '', content: '', buttonText: '', byBlock: {} }

async function merchantWords(
  ctx: Ctx,
  texts: EmailTexts,
  more: { blocks: EmailTemplate['blocks']; fields: MergeFields },
): Promise<RenderedTexts & { buttonText: string }> {
  try {
    return {
      ...(await renderMerchantTexts(ctx.shop.id, texts, more)),
      buttonText: texts.buttonText,
    }
  } catch (error) {
    ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'a mail template that cannot be rendered')
    return noTexts
  }
}
