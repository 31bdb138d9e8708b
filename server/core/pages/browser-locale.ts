import type { FastifyRequest } from 'fastify'

/** The first language a browser asks for: all we know of a stranger. */
export function readBrowserLocale(request: FastifyRequest): string | null {
  return request.headers['accept-language']?.split(',')[0]?.split(';')[0]?.trim() ?? null
}
