import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import { parse } from '../../core/errors.ts'
import { readParam } from '../../core/query-params.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { text, time, uuid } from '../../core/rest/shapes.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'
import { countCustomerData, eraseCustomerData, exportCustomerData, findCustomerData } from './customer-data.ts'

const body = z.object({ email: z.string('required') })
const dataRequestShape = z.object({ id: uuid, kind: text, status: text, receivedAt: time })
const started = ({ id, kind, status, receivedAt }: PrivacyRequest) => ({
  success: true,
  data: { id, kind, status, receivedAt },
  message: formatMessage('saved'),
})

export const customerDataRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/customer-data',
    summary: 'Count what is stored about an address',
    query: z.object({ email: z.string().optional() }),
    answer: { data: z.object({ counts: z.record(z.string(), z.int()) }) },
    async run(ctx, { query }) {
      const found = await findCustomerData(ctx, readParam(query, 'email') ?? '')
      return { success: true, data: { counts: await countCustomerData(ctx, found) } }
    },
  },
  {
    method: 'POST',
    path: '/customer-data/export',
    summary: 'Export what is stored about an address',
    answer: { data: dataRequestShape },
    body,
    run: async (ctx, request) => started(await exportCustomerData(ctx, parse(body, request.body))),
  },
  {
    method: 'POST',
    path: '/customer-data/erase',
    summary: 'Erase what is stored about an address',
    description: "This can't be undone. Reviews stay as anonymous texts.",
    answer: { data: dataRequestShape },
    body,
    run: async (ctx, request) => started(await eraseCustomerData(ctx, parse(body, request.body))),
  },
]
