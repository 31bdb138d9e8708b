import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { webhookBody } from '../../../rules/webhook-payloads.ts'
import { makeWebhookSecret, signWebhook } from './webhook.ts'

const page = readFileSync(new URL('../../../docs/api/webhooks.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

test('each example of the page on webhooks fits the schema', () => {
  const types = blocks('json').map((text) => webhookBody.parse(JSON.parse(text)).type)
  expect(types).toEqual(['review.published', 'review.deleted', 'request.sent', 'import.finished'])
})

test('the openssl example makes the signature that the library makes and we send', () => {
  const [secret, id, body, now] = [makeWebhookSecret(), 'an-id', '{"a":"ü"}', new Date()]
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const env = { ...process.env, SECRET: secret, ID: id, TIMESTAMP: timestamp, BODY: body }
  const made = execFileSync('sh', ['-c', blocks('sh')[0] ?? ''], { env, encoding: 'utf8' }).trim()
  expect(`v1,${made}`).toBe(new Webhook(secret).sign(id, now, body))
  expect(signWebhook([secret], id, now)(body)['webhook-signature']).toBe(`v1,${made}`)
})
