import { sentence } from '../../../rules/messages.ts'
import { fieldsOf } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { actOnSender, readSender, type SenderAct } from './sender.ts'
import { senderTest, testSender } from './test-mail.ts'

const act = (path: string, name: SenderAct): RestRoute => ({
  method: 'POST',
  path,
  body: {},
  run: async (ctx) => ({ success: true, data: await actOnSender(ctx, name) }),
})

/** The sender: its records and state, and what can be done about them. The settings are the document `emailSetting`. */
export const senderRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/sender', run: async (ctx) => ({ success: true, data: await readSender(ctx) }) },
  act('/sender/check', 'check'),
  act('/sender/records', 'mailRecords'),
  act('/sender/resume', 'resume'),
  {
    method: 'POST',
    path: '/sender/test',
    body: fieldsOf(senderTest),
    async run(ctx, { body }) {
      await testSender(ctx, body ?? {})
      return { success: true, data: null, message: sentence('sendSuccessfully') }
    },
  },
]
