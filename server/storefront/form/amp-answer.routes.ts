import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { InvalidInput } from '../../core/errors.ts'
import { markClicked } from '../../requests/requests/progress.ts'
import { readMailSender } from '../../requests/sender/identity.ts'
import { word } from '../../core/words/words.ts'
import { sayThanks, submitForm } from './form.ts'
import { createFormPost } from './read-form.routes.ts'
import type { LinkHolder } from '../../requests/requests/mail-links.ts'

type AmpRequest = FastifyRequest<{ Params: { token: string }; Querystring: { __amp_source_origin?: string } }>

const sentFrom = z.object({ from: z.object({ address: z.string() }) })

/**
 * Allows a post from within an email, as AMP for email requires. Mail programs name the sender, which must match the
 * email's. Returns the response headers; null for a missing or other sender.
 */
export async function ampHeaders(
  { ctx, item }: LinkHolder,
  request: AmpRequest,
): Promise<Record<string, string> | null> {
  const kept = sentFrom.safeParse(item.mailData)
  const sender = (kept.success ? kept.data.from : (await readMailSender(ctx)).from).address
  const isSender = (named: string) => named.toLowerCase() === sender.toLowerCase()
  const named = request.headers['amp-email-sender']
  if (named !== undefined)
    return typeof named === 'string' && isSender(named) ? { 'AMP-Email-Allow-Sender': named } : null
  const { origin } = request.headers
  const source = request.query.__amp_source_origin
  if (!origin?.startsWith('https://') || typeof source !== 'string' || !isSender(source)) return null
  return {
    'Access-Control-Allow-Origin': origin,
    'AMP-Access-Control-Allow-Source-Origin': source,
    'Access-Control-Expose-Headers': 'AMP-Access-Control-Allow-Source-Origin',
  }
}

/** Saves a post from within an email, like the form's page. Returns the sentence that the email shows. */
export async function submitAmpForm(
  holder: LinkHolder,
  request: AmpRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx, item, locale } = holder
  if (item.clickedAt === null) await markClicked(ctx, item.id)
  try {
    const answer = await submitForm(holder, createFormPost(request))
    if (answer.page !== null) return await reply.status(422).send({ message: answer.problem })
    return await reply.send({
      message: `${word(locale, 'form.thanks')}. ${sayThanks(ctx, locale, answer.status)}`,
    })
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return reply.status(422).send({ message: word(locale, 'form.problem.other') })
  }
}
