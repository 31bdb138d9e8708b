import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { pageFont } from '../pages/fonts.ts'
import { isAdminPath, supportTag } from './support.ts'
import type { RouteModule } from './parts.ts'

const built = resolve(import.meta.dirname, '../../../dist/admin')
const pageFile = resolve(built, 'index.html')
const appBridgePlace = '<!-- app-bridge -->'

export const notBuilt = 'The admin is not built. Run npm run build in this folder first.'

export const isAdminBuilt = (): boolean => existsSync(pageFile)

/** Serves the admin client: assets are cached for good, the page never. The client handles unknown paths. */
export const staticRoutes: RouteModule = async (app, { deps }) => {
  await app.register(fastifyStatic, {
    root: resolve(built, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
    decorateReply: false,
  })
  const page = isAdminBuilt() ? readFileSync(pageFile, 'utf8') : ''
  const support = supportTag(deps.env)
  // Embedded pages have the platform's font.
  const standalone = page.replace(appBridgePlace, pageFont('').tags + support)
  const embedded = page.replace(appBridgePlace, deps.platform.appBridge.tags + support)
  const send = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  const sendEmbedded = (reply: FastifyReply) =>
    page ? send(reply, embedded) : reply.status(503).type('text/plain').send(notBuilt)
  app.get('/embed', async (_request, reply) => sendEmbedded(reply))
  app.get('/embed/*', async (_request, reply) => sendEmbedded(reply))
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    const ours = isAdminPath(request.url.split('?')[0] ?? '')
    if (wantsPage && ours && page) return send(reply, standalone)
    return reply.status(404).send({ success: false, message: 'Not found', error: 'Not found', code: 'notFound' })
  })
}
