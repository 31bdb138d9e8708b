import { createReadStream, existsSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { RouteModule } from '../../core/http/parts.ts'
import { NotFound } from '../../core/errors.ts'
import { findTopic } from './page-topics.ts'
import { renderDoc } from './render-doc.ts'

const docs = new URL('../../../docs/', import.meta.url)
const pages = new Map<string, Promise<string>>()
const hour = 'public, max-age=3600'

/** GET /help?page=/discount opens the merchant doc of an admin page; all docs and their pictures are below it. */
export const helpRoutes: RouteModule = (app) => {
  app.get<{ Querystring: { page?: string } }>('/help', async ({ query: { page } }, reply) =>
    reply.redirect(`/help/merchants/${findTopic(typeof page === 'string' ? page : '')}`),
  )
  app.get<{ Params: Doc }>('/help/:part/:name', async ({ params }, reply) => send(reply, params))
  app.get<{ Params: Doc }>('/help/:part/:folder/:name', async ({ params }, reply) => send(reply, params))
  app.get<{ Params: { name: string } }>('/help/pictures/:name', async ({ params: { name } }, reply) => {
    const file = new URL(`pictures/${name}`, docs)
    if (!/^[a-z0-9-]+\.png$/.test(name) || !existsSync(file)) throw new NotFound()
    return reply.type('image/png').header('cache-control', hour).send(createReadStream(file))
  })
}

interface Doc {
  part: string
  folder?: string
  name: string
}

async function send(reply: FastifyReply, { part, folder, name }: Doc): Promise<FastifyReply> {
  const path = `${[part, folder, name].filter((each) => each !== undefined).join('/')}.md`
  const file = new URL(path, docs)
  if (!/^(?:[a-z]+\/){1,2}[A-Za-z0-9-]+\.md$/.test(path) || !existsSync(file)) throw new NotFound()
  const page = pages.get(path) ?? renderDoc(file)
  pages.set(path, page)
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', hour)
    .send(await page)
}
