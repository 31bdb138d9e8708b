import type { FastifyRequest } from 'fastify'
import { matchAdminLocale } from '../../rules/locales.ts'

/** Returns `?locale=`, else the browser's language, else English. */
export function localeOf(request: FastifyRequest): string {
  const asked = (request.query as { locale?: unknown }).locale
  const preferred = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
  return (
    [asked, ...preferred].map((tag) => (typeof tag === 'string' ? matchAdminLocale(tag) : null)).find(Boolean) ?? 'en'
  )
}
