import { formatMessage } from '../../../rules/messages.ts'
import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { performSenderAction, readSender, type SenderAction } from './sender.ts'
import { senderTest, testSender } from './test-mail.ts'

const buildActionRoute = (path: string, name: SenderAction): RestRoute => ({
  method: 'POST',
  path,
  body: {},
  run: async (ctx) => ({ success: true, data: await performSenderAction(ctx, name) }),
})

/** REST routes of the sender: its records, state and actions. Its settings are the document `emailSetting`. */
export const senderRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/sender', run: async (ctx) => ({ success: true, data: await readSender(ctx) }) },
  buildActionRoute('/sender/check', 'check'),
  buildActionRoute('/sender/check-server', 'checkServer'),
  buildActionRoute('/sender/records', 'mailRecords'),
  buildActionRoute('/sender/resume', 'resume'),
  {
    method: 'POST',
    path: '/sender/test',
    body: listBodyFields(senderTest),
    async run(ctx, { body }) {
      await testSender(ctx, body ?? {})
      return { success: true, data: null, message: formatMessage('sendSuccessfully') }
    },
  },
]
