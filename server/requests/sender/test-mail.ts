import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { maxSmtpPasswordChars } from '../../../rules/limits.ts'
import { chooseLocale } from '../../../rules/locales.ts'
import { EMAIL_SETTING, type EmailSetting } from '../../../rules/settings/email-setting.ts'
import { email } from '../../../rules/validation.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { renderPlainContent, renderEmail } from '../mail/email-content.ts'
import { oneLine, type Mail, type MailPort } from '../mail/mail.ts'
import type { MerchantServer } from '../mail/merchant-smtp.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { word } from '../../core/words/words.ts'
import { readMailSender, usesOwnServer } from './identity.ts'
import { ownServer } from './outlet.ts'
import { noteServerWorks, openServer, toTestRefusal } from './server-check.ts'
import { countTestEmail, requireOwnAddress } from './sender.ts'

const { smtpType, host, port, encryption, authentication, username, senderEmail, senderName } =
  EMAIL_SETTING.schema.shape
export const senderTest = z.object({
  to: email(),
  /** Unsaved fields of the form; stored settings fill the rest. */
  settings: z
    .object({ smtpType, host, port, encryption, authentication, username, senderEmail, senderName })
    .partial()
    .optional(),
  password: z.string({ error: 'valueInvalid' }).max(maxSmtpPasswordChars, { error: 'valueInvalid' }).optional(),
})

/**
 * Sends a test email with the sender and mail server of the stored settings or the unsaved form.
 * @throws UpstreamFailed 'Cannot verify settings' with the reason and the field at fault; InvalidInput; LimitReached after 25 in 24 hours
 */
export async function testSender(ctx: Ctx, input: unknown): Promise<void> {
  const { to, settings = {}, password } = parse(senderTest, input)
  const stored = await readSetting(ctx, 'emailSetting')
  const setting: EmailSetting = { ...stored, ...given(settings) }
  const sender = await readMailSender(ctx)
  if (setting.smtpType === 'custom' && !setting.host) throw new InvalidInput({ host: 'required' })
  await requireOwnAddress(ctx, to)
  await countTestEmail(ctx)
  if (!usesOwnServer(setting))
    return sendTo(
      ctx,
      ctx.mail,
      await testMail(ctx, { to, from: sender.from, replyTo: sender.replyTo, ...sender.envelope() }),
    )
  const address = setting.senderEmail || setting.username
  if (!email().safeParse(address).success) throw new InvalidInput({ senderEmail: 'senderNeedsAddress' })
  const from = { name: oneLine(setting.senderName || ctx.shop.name, 80), address }
  const server = await serverOf(ctx, { setting, stored, password })
  const mail = await openServer(ctx, server)
  try {
    await sendTo(ctx, mail, await testMail(ctx, { to, from, replyTo: sender.replyTo }))
  } finally {
    await mail.close()
  }
  if (!Object.keys(settings).length && password === undefined) await noteServerWorks(ctx)
}

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: NonNullable<Fields[Name]>
  }

/** Sends the stored password only to the stored server and login. */
async function serverOf(
  ctx: Ctx,
  { setting, stored, password }: { setting: EmailSetting; stored: EmailSetting; password: string | undefined },
): Promise<MerchantServer> {
  const isStored = setting.host === stored.host && setting.port === stored.port && setting.username === stored.username
  const server = await ownServer(ctx, setting)
  return 'user' in server ? { ...server, password: password ?? (isStored ? (server.password ?? '') : '') } : server
}

async function sendTo(ctx: Ctx, port: MailPort, mail: Mail): Promise<void> {
  try {
    await port.send(mail)
  } catch (error) {
    throw toTestRefusal(ctx, error)
  }
}

async function testMail(
  ctx: Ctx,
  {
    to,
    replyTo,
    ...sender
  }: Pick<Mail, 'from' | 'dkim' | 'returnPath'> & { to: string; replyTo: Mail['replyTo'] | null },
): Promise<Mail> {
  const locale = chooseLocale(ctx.shop)
  const shop = oneLine(ctx.shop.name, 80)
  const rendered = await renderEmail({
    shopId: ctx.shop.id,
    locale,
    shopName: ctx.shop.name,
    subject: word(locale, 'sender.test.subject', { shop }),
    preheader: word(locale, 'sender.test.preheader'),
    content: renderPlainContent(word(locale, 'sender.test.content')),
    quotes: [],
    buttons: [],
    why: word(locale, 'sender.test.why', { shop }),
  })
  return {
    ...sender,
    ...(replyTo && { replyTo }),
    to: { name: '', address: to },
    ...rendered,
    messageId: `<test-${randomUUID()}@${new URL(ctx.origin).hostname}>`,
  }
}
