import type { FastifyReply } from 'fastify'
import { NotFound, Unauthenticated, parse } from '../../core/errors.ts'
import { isSameSecret } from '../../core/http/credentials.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { parsePostmarkBounce, parseSesBounce } from './providers.ts'
import { receiveBounce, type Bounce } from './receive.ts'
import { isAmazonSns, isSignedByAmazon, snsMessage } from './sns.ts'

/** Event webhooks of email providers. Each route exists only if the operator configured it. */
export const bounceRoutes: RouteModule = (app, { deps }) => {
  const { CANDOR_SES_TOPIC: topic, CANDOR_POSTMARK_LOGIN: login } = deps.env
  // SNS sends its JSON as text/plain.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 300_000 }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(null, null)
    }
  })
  const take = async (reply: FastifyReply, bounce: Bounce | null) => {
    if (bounce) await receiveBounce(deps, bounce)
    return reply.send({ success: true })
  }

  app.post('/webhooks/ses', async (request, reply) => {
    if (!topic) throw new NotFound()
    const message = parse(snsMessage, request.body)
    // Anyone can sign with their own Amazon topic, so only the operator's topic counts.
    if (message.TopicArn !== topic) throw new Unauthenticated()
    if (message.SignatureVersion === '1')
      deps.log.warn({ topic }, 'an SNS message is signed with SHA-1: set the topic’s SignatureVersion to 2')
    if (!(await isSignedByAmazon(deps.web, message))) throw new Unauthenticated()
    if (message.Type === 'Notification') return take(reply, parseSesBounce(message.Message, message.MessageId))
    if (message.Type === 'SubscriptionConfirmation' && message.SubscribeURL && isAmazonSns(message.SubscribeURL, topic))
      await deps.web.fetch(message.SubscribeURL, {
        maxBytes: 100_000,
        timeoutMs: 10_000,
        accept: ['*/*', 'text/xml', 'application/xml', 'text/html'],
        mayAsk: (url) => isAmazonSns(url.href, topic),
      })
    return reply.send({ success: true })
  })

  app.post('/webhooks/postmark', async (request, reply) => {
    if (!login) throw new NotFound()
    if (!isSameSecret(request.headers.authorization, `Basic ${Buffer.from(login).toString('base64')}`))
      throw new Unauthenticated()
    return take(reply, parsePostmarkBounce(request.body))
  })
}
