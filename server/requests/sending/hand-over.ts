import { LRUCache } from 'lru-cache'
import { v7 as uuidv7 } from 'uuid'
import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import {
  EMAIL_TEMPLATE_TYPES,
  findTemplateType,
  type EmailTemplateKey,
  type EmailTemplateType,
} from '../../../rules/settings/email-templates.ts'
import { isMarketingApp, type MarketingApp } from '../../../rules/sender-apps.ts'
import type { Ctx } from '../../core/context.ts'
import type { ServiceRequest } from '../../core/web/request.ts'
import { MailRefused, oneLine, type Mail } from '../mail/mail.ts'
import type { Outlet } from '../sender/outlet.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { callService, type ServiceResult } from '../../shop/integrations/call-service.ts'
import { readConnection } from '../../shop/integrations/connection.ts'
import { aem, aemEvents, buildAemRequest } from '../../shop/integrations/aem/aem.ts'
import { klaviyo } from '../../shop/integrations/klaviyo/klaviyo.ts'
import type { Integration, Secrets } from '../../shop/integrations/integration.ts'
import { buildKlaviyoRequest, type HandedRequest } from './klaviyo-request.ts'

interface HandedMail {
  mail: Mail
  type: EmailTemplateType
  /** The row of the queue; absent for emails of jobs. */
  request: HandedRequest | undefined
}

/** Builds the event that a marketing tool gets instead of an email. */
type BuildEvent = (ctx: Ctx, handed: HandedMail, secrets: Secrets) => Promise<ServiceRequest> | ServiceRequest

const tools: Readonly<Record<MarketingApp, { integration: Integration; build: BuildEvent }>> = {
  aem: {
    integration: aem,
    build: (_ctx, { mail, type }, secrets) => buildAemRequest({ path: aemEvents, data: eventOf(mail, type) }, secrets),
  },
  klaviyo: {
    integration: klaviyo,
    build: (ctx, { request }, secrets) => {
      if (!request) throw new Error('Klaviyo only gets requests of the queue.')
      return buildKlaviyoRequest(ctx, request, secrets)
    },
  },
}

/** A marketing tool that sends a template's emails. */
export interface Tool {
  app: MarketingApp
  /** @param request the row of the queue; absent for emails of jobs */
  outletOf(request?: HandedRequest): Outlet
}

/** Tools that didn't answer, by process: emails of all shops wait without a request, so that none delays other mails. */
const silentMs = 30_000
const silentTools = new WeakMap<Ctx['access'], LRUCache<MarketingApp, true>>()

function silenceOf({ access }: Ctx): LRUCache<MarketingApp, true> {
  const known = silentTools.get(access) ?? new LRUCache<MarketingApp, true>({ max: 10, ttl: silentMs })
  silentTools.set(access, known)
  return known
}

/**
 * Returns a function that finds the marketing tool of a template. Null for templates that Candor sends, and while the
 * tool isn't connected.
 */
export async function loadHandOver(ctx: Ctx): Promise<(key: EmailTemplateKey) => Tool | null> {
  const templates = await readSetting(ctx, 'emailTemplates')
  const apps = new Set(Object.values(EMAIL_TEMPLATE_TYPES).map((key) => templates[key].senderApp))
  const connected = new Map<string, Secrets>()
  for (const app of apps) {
    if (!isMarketingApp(app) || !ctx.integrations.some(({ key }) => key === app)) continue
    const secrets = await readConnection(ctx, tools[app].integration)
    if (secrets) connected.set(app, secrets)
  }
  return (key) => {
    const app = templates[key].senderApp
    const secrets = connected.get(app)
    if (!secrets || !isMarketingApp(app)) return null
    return {
      app,
      outletOf: (request) => ({
        send: (mail) => handOver(ctx, app, { handed: { mail, type: findTemplateType(key), request }, secrets }),
      }),
    }
  }
}

/** @throws MailRefused with the reason; permanent unless the tool was busy or silent */
async function handOver(
  ctx: Ctx,
  app: MarketingApp,
  { handed, secrets }: { handed: HandedMail; secrets: Secrets },
): Promise<void> {
  const silence = silenceOf(ctx)
  if (silence.has(app)) throw new MailRefused(formatMessage('integrationSilent'), { permanent: false })
  const { integration, build } = tools[app]
  const outcome = await callService(ctx, integration, await build(ctx, handed, secrets))
  await note(ctx, app, outcome)
  if (outcome.status === null && outcome.retry) silence.set(app, true)
  if (outcome.problem) throw refusal(outcome.problem, outcome, integration)
}

function refusal(problem: MessageCode, { retry, answer }: ServiceResult, { explain }: Integration): MailRefused {
  const detail = answer && explain?.(answer.text)
  return new MailRefused(oneLine([formatMessage(problem), detail].filter(Boolean).join(': '), 300), {
    permanent: !retry,
  })
}

function eventOf({ messageId, to, subject, html, text, headers = {} }: Mail, event: EmailTemplateType): object {
  const unsubscribeUrl = /<(https?:[^<>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? null
  return {
    id: messageId.slice(1, -1),
    event,
    customer: { email: to.address, name: to.name },
    email: { subject, html, text, unsubscribeUrl },
  }
}

const keptAnswerChars = 2_048

async function note({ db, shop, now }: Ctx, app: MarketingApp, result: ServiceResult): Promise<void> {
  const { status, problem, answer, durationMs } = result
  await db.integrationDelivery.create({
    data: {
      shopId: shop.id,
      id: uuidv7(),
      integration: app,
      event: 'email.due',
      payload: {},
      state: problem ? 'failed' : 'sent',
      attempts: 1,
      lane: app,
      dueAt: now(),
      lastStatus: status,
      reason: problem,
      answer: answer?.text.slice(0, keptAnswerChars).replaceAll('\0', '') ?? null,
      durationMs,
      createdAt: now(),
      finishedAt: now(),
    },
  })
}
