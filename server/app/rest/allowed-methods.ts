import type { FastifyReply, FastifyRequest } from 'fastify'
import { listAllow, listPreflight } from '../../core/http/key-cors.ts'
import { routes } from './routes.ts'

const paths = [...Map.groupBy(routes, ({ path }) => path)].map(([path, rows]) => ({
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
  methods: rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}))

/** Returns the methods of a REST path without its prefix; empty for an unknown path. */
function findMethods(path: string): string[] {
  return [...new Set(paths.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))]
}

/** Answers what no row takes, in JSON whatever the client accepts: a preflight, a wrong method or an unknown path. */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = (request.url.split('?')[0] ?? '').replace(/^\/api(?:Sa)?/, '')
  const methods = findMethods(path)
  const isKnown = methods.length > 0
  if (request.method === 'OPTIONS' && isKnown && request.url.startsWith('/api/'))
    return reply.status(204).headers(listPreflight(methods)).send()
  if (!isKnown)
    return reply.status(404).send({ success: false, message: 'Not found', error: 'Not found', code: 'notFound' })
  const message = `This path takes ${methods.join(', ')}`
  return reply
    .status(405)
    .header('allow', listAllow(methods))
    .send({ success: false, message, error: message, code: 'methodNotAllowed' })
}
