import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import {
  AccessRefused,
  InvalidInput,
  KeyInvalid,
  KeyRefused,
  LimitReached,
  NotAllowed,
  NotFound,
  PlanRequired,
  Stale,
  Unauthenticated,
  ScopeMissing,
  UpstreamFailed,
  UserError,
} from '../errors.ts'
import { readBrowserLocale } from '../pages/browser-locale.ts'
import { renderInvalidLinkPage } from '../pages/page.ts'
import type { Parts } from './parts.ts'

/** The HTTP status of each refusal (architecture, errors). */
export function findStatus(error: UserError): number {
  if (error instanceof InvalidInput) return 422
  if (error instanceof NotFound) return 404
  if (error instanceof PlanRequired) return 402
  if (error instanceof LimitReached) return error.resetsAt ? 429 : 409
  if (error instanceof AccessRefused || error instanceof ScopeMissing || error instanceof KeyRefused) return 403
  if (error instanceof UpstreamFailed) return 502
  if (error instanceof Unauthenticated) return 401
  if (error instanceof NotAllowed || error instanceof Stale) return 409
  return 400
}

interface Failure {
  success: false
  message: string
  error: string
  code: MessageCode
  /** Values of the sentence's placeholders. */
  params?: Record<string, string | number>
  fields?: Record<string, { code: MessageCode; message: string }>
}

export function buildFailure(error: UserError): Failure {
  const body: Failure = { success: false, message: error.message, error: error.message, code: error.code }
  if (Object.keys(error.params).length > 0) body.params = error.params
  if (error instanceof InvalidInput)
    body.fields = Object.fromEntries(
      Object.entries(error.fields).map(([path, problem]) => {
        const { code, params } = typeof problem === 'string' ? { code: problem, params: {} } : problem
        return [path, { code, message: formatMessage(code, params) }]
      }),
    )
  return body
}

/** Turns errors of the HTTP edge into responses: a sentence for refusals, a masked 500 for bugs. */
export function addErrorHandler(app: FastifyInstance, { deps }: Parts): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => sendError(deps, { error, request, reply }))
}

export function sendError(
  deps: Parts['deps'],
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (error instanceof NotFound && isVisit(request))
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .send(
        renderInvalidLinkPage(
          readBrowserLocale(request),
          error.code === 'productMissing' ? 'qr.gone' : 'link.invalidLead',
        ),
      )
  if (error instanceof UserError) {
    reply.headers(listRefusalHeaders(deps, error))
    return reply.status(findStatus(error)).send(buildFailure(error))
  }
  const known = knownRequestError(error)
  if (known)
    return reply
      .status(known.status)
      .send({ success: false, message: formatMessage(known.code), error: formatMessage(known.code), code: known.code })
  deps.log.error(
    { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
    'unexpected',
  )
  return reply.status(500).send({
    success: false,
    message: formatMessage('unexpected'),
    error: formatMessage('unexpected'),
    code: 'unexpected',
    requestId: request.id,
  })
}

/** Returns the headers that tell a client how to go on, such as when to try again. */
export function listRefusalHeaders({ platform }: Parts['deps'], error: UserError): Readonly<Record<string, string>> {
  if (error instanceof KeyInvalid) return { 'www-authenticate': 'Bearer error="invalid_token"' }
  if (error instanceof Unauthenticated) return platform.refusalHeaders({ kind: 'stale' })
  if (error instanceof AccessRefused) return platform.refusalHeaders({ kind: 'reauthorize' })
  if (!(error instanceof LimitReached) || !error.resetsAt) return {}
  return { 'retry-after': String(Math.max(1, Math.ceil((error.resetsAt.getTime() - Date.now()) / 1000))) }
}

/** Returns whether a shopper opened a page of the store. */
const isVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && /^\/(storefront|demo)\//.test(url) && (headers.accept ?? '').includes('text/html')

/** Returns status and code of Fastify's own refusals: broken JSON, too large a body, an unknown content type. */
function knownRequestError(error: unknown): { status: number; code: MessageCode } | null {
  const { statusCode, code } = error as Partial<FastifyError>
  if (code === 'FST_REQ_FILE_TOO_LARGE') return { status: 413, code: 'importFileTooLarge' }
  return statusCode && statusCode >= 400 && statusCode < 500 ? { status: statusCode, code: 'malformedInput' } : null
}
