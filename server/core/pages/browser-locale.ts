import type { FastifyRequest } from 'fastify'

export function readBrowserLocale(request: FastifyRequest): string | null {
  return request.headers['accept-language']?.split(',')[0]?.split(';')[0]?.trim() ?? null
}
