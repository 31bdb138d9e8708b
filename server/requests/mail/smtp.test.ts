import { afterEach, describe, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { createServer, type AddressInfo } from 'node:net'
import { startCatcher } from './catcher.ts'
import type { CaughtMail } from './catcher.ts'
import { MailRefused, isMailAddress } from './mail.ts'
import type { Mail } from './mail.ts'
import { openSmtpMail } from './smtp.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const closable of open.splice(0).reverse()) await closable.close()
})

async function sink(store: (mail: CaughtMail) => Promise<void> = async () => undefined) {
  const caught: CaughtMail[] = []
  const catcher = await startCatcher(async (mail) => {
    await store(mail)
    caught.push(mail)
  })
  const mail = openSmtpMail(catcher.url)
  open.push(catcher, mail)
  return { caught, mail }
}

const email: Mail = {
  from: { name: 'Harbour Goods', address: 'shop@candor.test' },
  to: { name: 'Ada Byron', address: 'ada@example.com' },
  subject: 'Grüße — 你好',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: { 'List-Unsubscribe': '<https://app.test/u/x>' },
  messageId: '<one@candor.test>',
}

describe('sending over SMTP', () => {
  test('delivers an email unchanged', async () => {
    const { caught, mail } = await sink()
    await mail.send({ ...email, replyTo: { name: 'Owner', address: 'owner@shop.test' } })
    expect(caught).toHaveLength(1)
    expect(caught[0]).toMatchObject({ to: 'ada@example.com', from: 'shop@candor.test', subject: 'Grüße — 你好' })
    expect(caught[0]?.html).toContain('<p>Hello</p>')
    expect(caught[0]?.headers).toMatchObject({
      'message-id': '<one@candor.test>',
      'list-unsubscribe': '<https://app.test/u/x>',
      'reply-to': 'Owner <owner@shop.test>',
    })
  })

  const injections: [string, Partial<Mail>][] = [
    ['a line break in the subject', { subject: 'Hi\r\nBcc: victim@example.com' }],
    ['a line break in a name', { to: { name: 'A\nBcc: v@example.com', address: 'ada@example.com' } }],
    ['two recipients', { to: { name: '', address: 'ada@example.com,victim@example.com' } }],
    ['a recipient in brackets', { to: { name: '', address: '<victim@example.com> ada@example.com' } }],
    ['a quoted local part', { to: { name: '', address: '"victim@example.com x"@example.com' } }],
    ['a line break in an address', { to: { name: '', address: 'ada@example.com\r\nRCPT TO:<v@example.com>' } }],
    ['a line break in a header', { headers: { 'X-A': 'b\r\nBcc: v@example.com' } }],
    ['a header name with a colon', { headers: { 'Bcc: v@example.com\r\nX': 'b' } }],
    ['a Message-ID with a line break', { messageId: '<a@b>\r\nBcc: v@example.com' }],
    ['a reply address with a second one', { replyTo: { name: '', address: 'a@example.com, b@example.com' } }],
  ]
  test.each(injections)('refuses %s permanently and sends nothing', async (_, part) => {
    const { caught, mail } = await sink()
    await expect(mail.send({ ...email, ...part })).rejects.toMatchObject({ name: 'MailRefused', permanent: true })
    expect(caught).toHaveLength(0)
  })

  test('reports a full mailbox as a temporary refusal', async () => {
    const { mail } = await sink(async () => {
      throw new Error('full')
    })
    await expect(mail.send(email)).rejects.toMatchObject({ permanent: false })
  })

  test('reports an unreachable server as a temporary refusal', async () => {
    const { catcher } = { catcher: await startCatcher(async () => undefined) }
    await catcher.close()
    const mail = openSmtpMail(catcher.url)
    open.push(mail)
    await expect(mail.send(email)).rejects.toMatchObject({ permanent: false })
  })

  test.each([
    ['starting TLS', '250-here\r\n250 STARTTLS', 'STARTTLS', '502 5.5.1 no TLS'],
    ['the connection', '', '', '554 5.7.1 your address is blocked'],
  ])('reports a refusal of %s as an outage', async (...[, hello, command, answer]) => {
    const server = createServer((socket) => {
      socket.write(`${command ? '220 hello' : answer}\r\n`)
      socket
        .on('error', () => undefined)
        .on('data', (line) => {
          socket.write(`${command && String(line).startsWith(command) ? answer : hello}\r\n`)
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: async () => void server.close() })
    const mail = openSmtpMail(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    open.push(mail)
    await expect(mail.send(email)).rejects.toMatchObject({ permanent: false, outage: true })
  })

  async function refuse(answer: string, command: 'onMailFrom' | 'onRcptTo') {
    const [, code = '', text = ''] = /^(\d{3}) (.*)$/.exec(answer) ?? []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      [command]: (_address: unknown, _session: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error(text), { responseCode: Number(code) })),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) })
    const mail = openSmtpMail(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
    open.push(mail)
    return mail.send(email)
  }

  test.each([
    '550 5.1.1 unknown',
    '550 5.4.1 [buyer@example.com]: Recipient address rejected: Access denied',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '550 5.7.1 No such user!',
    '550 Requested action not taken: mailbox unavailable',
    '550 No such user (buyer@example.com)',
  ])('reports %s as a permanent refusal of an unknown recipient', async (answer) => {
    const refusal = refuse(answer, 'onRcptTo')
    await expect(refusal).rejects.toBeInstanceOf(MailRefused)
    await expect(refusal).rejects.toMatchObject({ permanent: true, isUnknownRecipient: true })
  })

  test.each([
    '550 5.1.8 Access denied, bad outbound sender',
    '501 5.1.0 Emetteur invalide. Invalid Sender',
    '552 5.1.1 Boite du destinataire pleine. Recipient overquota',
    '550 5.7.1 Service unavailable; client host [192.5.1.20] blocked using a blocklist',
    '550 5.1.0 sender rejected: not allowed to send per its SPF record',
  ])('does not blame the recipient for %s', async (answer) => {
    await expect(refuse(answer, 'onRcptTo')).rejects.toMatchObject({ isUnknownRecipient: false })
  })

  test('does not blame the recipient for an answer to MAIL FROM', async () => {
    await expect(refuse('550 5.1.1 unknown user', 'onMailFrom')).rejects.toMatchObject({ isUnknownRecipient: false })
  })
})

test('mail addresses are checked', () => {
  for (const good of ['ada@example.com', 'a.b+c@sub.example.co.uk', 'jürgen@bücher.example', "o'neil@example.com"])
    expect([good, isMailAddress(good)]).toEqual([good, true])
  for (const bad of [
    '',
    'a',
    'a@b',
    '@b.c',
    'a@',
    'a b@c.d',
    'a@b@c.d',
    '.a@b.c',
    'a..b@c.d',
    'a@b..c',
    'a@-b.c',
    'a@b.c\n',
    `${'a'.repeat(250)}@b.co`,
  ])
    expect([bad, isMailAddress(bad)]).toEqual([bad, false])
})
