import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { NotFound, parse } from '../core/errors.ts'
import type { Parts } from '../core/http/parts.ts'
import { DNS_TYPES, setDemoRecords } from '../core/web/dns.ts'

/** Newest requests returned to scripts. */
const mostReceived = 200
const kept = 64 * 1024

const dnsInput = z.strictObject({
  name: z.string('required').trim().min(1, 'required'),
  type: z.enum(DNS_TYPES, 'valueInvalid'),
  values: z.array(z.string()),
})

/** Stand-ins for the services of server/shop/integrations and for DNS. Shows the received requests. */
export async function standInRoutes(app: FastifyInstance, { deps }: Parts): Promise<void> {
  const db = deps.access.acrossShops('the demo platform')

  app.post('/demo/dns', async (request) => {
    const records = parse(dnsInput, request.body ?? {})
    await setDemoRecords(deps.access, records)
    return records
  })

  app.get<{ Querystring: { name?: string } }>('/demo/received.json', async ({ query: { name } }) => {
    return db.demoReceived.findMany({
      where: typeof name === 'string' ? { name } : {},
      orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
      take: mostReceived,
    })
  })

  await app.register(async (scope) => {
    // Keeps the body's bytes, which signatures cover.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: { name: string; '*': string } }>({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: '/demo/stand-ins/:name/*',
      handler: async (request, reply) => {
        const { name, '*': rest } = request.params
        const { method, url } = request
        const standIn = deps.integrations.find(({ key }) => key === name)?.standIn
        if (!standIn) throw new NotFound()
        const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
        const received = {
          method,
          path: `/${rest}${query}`,
          headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)])),
          body: typeof request.body === 'string' ? request.body : '',
        }
        const { status, headers = {}, body, problem } = await standIn(received)
        await db.demoReceived.create({
          data: {
            id: uuidv7(),
            name,
            ...received,
            body: received.body.slice(0, kept),
            status,
            problem: problem ?? null,
            receivedAt: deps.now(),
          },
        })
        return reply
          .code(status)
          .headers(headers)
          .send(body ?? {})
      },
    })
  })
}
