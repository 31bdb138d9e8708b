import { expect, test } from '@jest/globals'
import { startCatcher, type CaughtMail } from './catcher.ts'
import { checkSmtpTarget, openMerchantSmtp, type SmtpGuard } from './merchant-smtp.ts'

const addresses: Readonly<Record<string, string[]>> = {
  'mail.shop.test': ['93.184.216.34'],
  'inside.test': ['10.0.0.7'],
  'both.test': ['93.184.216.34', '127.0.0.1'],
}
const guard: SmtpGuard = {
  isLocal: () => false,
  resolve: async (host) => Promise.resolve((addresses[host] ?? []).map((address) => ({ address, family: 4 }))),
}

test.each([
  ['mail.shop.test', 587, '93.184.216.34'],
  ['mail.shop.test', 25, '93.184.216.34'],
  ['mail.shop.test', 465, '93.184.216.34'],
  ['mail.shop.test', 2525, '93.184.216.34'],
  ['8.8.8.8', 587, '8.8.8.8'],
  ['mail.shop.test', 22, 'port'],
  ['mail.shop.test', 6379, 'port'],
  ['inside.test', 25, 'address'],
  ['both.test', 25, 'address'],
  ['127.0.0.1', 25, 'address'],
  ['::1', 587, 'address'],
  ['169.254.169.254', 25, 'address'],
  ['127.1', 25, 'unreachable'],
  ['missing.test', 25, 'unreachable'],
])('checking the mail server %s:%d returns %s', async (host, port, expected) => {
  const checked = await checkSmtpTarget({ host, port }, guard).catch(
    (error: unknown) => (error as { problem: string }).problem,
  )
  expect(checked).toBe(expected)
})

test('a local mail server is used only if it is listed', async () => {
  const caught: CaughtMail[] = []
  const catcher = await startCatcher(async (mail) => void (await Promise.resolve(caught.push(mail))))
  const port = Number(new URL(catcher.url).port)
  const server = { host: 'localhost', port }
  await expect(openMerchantSmtp({ isLocal: () => false }).open(server)).rejects.toMatchObject({ problem: 'port' })
  const mail = await openMerchantSmtp({ isLocal: (host, at) => host === 'localhost' && at === port }).open(server)
  await mail.send({
    from: { name: '', address: 'a@shop.test' },
    to: { name: '', address: 'b@example.com' },
    subject: 'Hi',
    html: '',
    text: 'Hi',
    messageId: '<1@shop.test>',
  })
  expect(caught).toMatchObject([{ to: 'b@example.com', subject: 'Hi' }])
  await mail.close()
  await catcher.close()
})
