import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { flag, nameShape, emptyBody, text, textOrNull, timeOrNull } from '../../core/rest/shapes.ts'
import { performSenderAction, readSender, type SenderAction } from './sender.ts'
import { senderTest, testSender } from './test-mail.ts'

const senderShape = nameShape(
  'Sender',
  z.object({
    ownAddress: text.describe('Candor’s address, used until the shop’s is verified.'),
    domain: textOrNull,
    state: text,
    records: z.array(z.looseObject({})),
    dnsFailed: flag,
    checkedAt: timeOrNull,
    mailedAt: timeOrNull,
    isServerVerified: flag.nullable(),
    pause: z.looseObject({ reason: text, text }).nullable(),
  }),
)

const buildActionRoute = (path: string, name: SenderAction, summary: string): RestRoute => ({
  method: 'POST',
  path,
  summary,
  answer: { data: senderShape },
  body: emptyBody,
  run: async (ctx) => ({ success: true, data: await performSenderAction(ctx, name) }),
})

/** REST routes of the sender: its records, state and actions. Its settings are the document `emailSetting`. */
export const senderRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/sender',
    summary: 'Read the sender of emails',
    answer: { data: senderShape },
    run: async (ctx) => ({ success: true, data: await readSender(ctx) }),
  },
  buildActionRoute('/sender/check', 'check', 'Check the DNS records of the sender'),
  buildActionRoute('/sender/check-server', 'checkServer', 'Test the shop’s own mail server'),
  buildActionRoute('/sender/records', 'mailRecords', 'Email the DNS records'),
  buildActionRoute('/sender/resume', 'resume', 'Continue to send emails'),
  {
    method: 'POST',
    path: '/sender/test',
    summary: 'Send a test email',
    answer: { data: z.null() },
    body: senderTest,
    async run(ctx, { body }) {
      await testSender(ctx, body ?? {})
      return { success: true, data: null, message: formatMessage('sendSuccessfully') }
    },
  },
]
