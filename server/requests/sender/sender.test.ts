import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createPublicKey, createVerify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { mutationText } from '../../testing/documents.ts'
import { placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({
    env: { CANDOR_LOCAL_TARGETS: Array.from({ length: 40 }, (_, at) => `localhost:${firstPort + at}`).join() },
  })
})
afterAll(() => world.close())

/** First of the ports that only this test process uses. */
const firstPort = 23_400 + (process.pid % 500) * 40
let nextPort = firstPort
const servers: SMTPServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()))
})

async function mailServer(
  options: SMTPServerOptions = {},
): Promise<{ port: number; mails: string[]; logins: string[] }> {
  const [mails, logins]: [string[], string[]] = [[], []]
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth({ username = '', password = '' }, _session, done) {
      logins.push(`${username}:${password}`)
      if (password === 'right') done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 wrong login'), { responseCode: 535 }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          mails.push(Buffer.concat(chunks).toString())
          done(null, 'taken')
        })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(nextPort++, 'localhost', resolve))
  servers.push(server)
  return { port: (server.server.address() as AddressInfo).port, mails, logins }
}

const tenIncludes = Array.from({ length: 11 }, (_, at) => `include:s${at}.other.test`).join(' ')
const save = (body: object) => world.rest('PUT', '/settings/emailSetting', { body })
const sender = async () =>
  (await world.rest('GET', '/sender')).json<{
    data: {
      state: string
      dnsFailed: boolean
      records: { kind: string; type: string; name: string; value: string; status: string }[]
      pause: { reason: string; text: string } | null
    }
  }>().data
const check = async () =>
  (await world.rest('POST', '/sender/check')).json<{ data: Awaited<ReturnType<typeof sender>> }>().data
const setDns = (name: string, type: string, values: string[]) =>
  world.inject({ method: 'POST', url: '/demo/dns', payload: { name, type, values } })
const isVerified = async () =>
  (await world.rest('GET', '/settings/emailSetting')).json<{ data: { isVerified: boolean } }>().data.isVerified
const act = (name: string) => world.graphql(mutationText('actOnSender').text, { input: { act: name } })

async function request(email = 'buyer@example.com'): Promise<void> {
  await (await placeOrder(world, { email })).fulfill()
  await world.advance({ days: 8 })
}

describe('a custom sender', () => {
  test.each(['me@gmail.com', 'me@hotmail.fr'])('refuses the free mail address %s', async (senderEmail) => {
    expect((await save({ senderEmail, isCustomSenderEnabled: true })).json()).toMatchObject({
      fields: { senderEmail: { code: 'freeMailDomain' } },
    })
  })

  test('signs once its DNS records exist; without one of them, the default address is used', async () => {
    expect(
      (
        await save({
          senderEmail: 'hello@harbour.test',
          senderName: 'Harbour',
          replyTo: 'care@harbour.test',
          isCustomSenderEnabled: true,
        })
      ).statusCode,
    ).toBe(200)
    const { records } = await sender()
    expect(records.map(({ kind }) => kind)).toEqual(['dkim', 'returnPath', 'spf', 'dmarc'])
    expect(await check()).toMatchObject({
      state: 'unverified',
      records: [{ status: 'missing' }, { status: 'missing' }, { status: 'missing' }, { status: 'missing' }],
    })
    await request('before@example.com')
    for (const { name, type, value } of records) await setDns(name, type, [value])
    await world.advance({ hours: 2 })
    expect(await sender()).toMatchObject({ state: 'verified' })
    expect(await isVerified()).toBe(true)
    await request('after@example.com')
    const [spf] = records.filter(({ kind }) => kind === 'spf')
    await setDns(spf!.name, 'TXT', ['v=spf1 -all'])
    await world.advance({ hours: 2 })
    expect(await sender()).toMatchObject({ state: 'broken' })
    await request('fallen@example.com')
    const mails = new Map((await world.mailbox()).map((mail) => [mail.to, mail]))
    const headers = (to: string) => mails.get(to)?.headers as Record<string, string>
    expect(mails.get('before@example.com')?.from).toBe('reviews@candor.test')
    expect(mails.get('after@example.com')?.from).toBe('hello@harbour.test')
    expect(headers('after@example.com')).toMatchObject({
      'reply-to': expect.stringContaining('care@harbour.test'),
      'return-path': expect.stringMatching(/^<bounce\+[a-z2-7]{56}@bounces\.harbour\.test>$/),
    })
    expect(headers('after@example.com')['dkim-signature']).toMatch(/d=harbour\.test.*List-Unsubscribe/is)
    expect(mails.get('fallen@example.com')?.from).toBe('reviews@candor.test')
    expect(headers('fallen@example.com')['dkim-signature']).toBeUndefined()
  })

  test.each<[string, string, [string, string[]][]]>([
    [
      'found',
      'follows a redirect',
      [
        ['', ['v=spf1 redirect=central.other.test']],
        ['central', ['v=spf1 HOST -all']],
      ],
    ],
    ['wrong', 'has more than ten look-ups', [['', [`v=spf1 ${tenIncludes} HOST ~all`]]]],
    ['wrong', 'has two policies', [['', ['v=spf1 mx -all', 'v=spf1 HOST ~all']]]],
  ])('calls an SPF record %s that %s', async (status, _what, zone) => {
    await save({ senderEmail: 'hello@other.test' })
    const { value } = (await sender()).records.find(({ kind }) => kind === 'spf')!
    for (let at = 0; at < 11; at++) await setDns(`s${at}.other.test`, 'TXT', ['v=spf1 ip4:192.0.2.1 -all'])
    for (const [label, policies] of zone)
      await setDns(
        `${label && `${label}.`}other.test`,
        'TXT',
        policies.map((policy) => policy.replace('HOST', /include:\S+/.exec(value)![0])),
      )
    expect((await check()).records.find(({ kind }) => kind === 'spf')).toMatchObject({ status })
    await save({ senderEmail: 'hello@harbour.test' })
  })

  test('keeps its state while DNS is down', async () => {
    const { dns } = world.app.deps
    const before = (await sender()).state
    const { lookUp } = dns
    dns.lookUp = async () => Promise.reject(new Error('SERVFAIL'))
    expect(await check()).toMatchObject({ state: before, dnsFailed: true })
    dns.lookUp = lookUp
  })

  test('sends its DNS records by email, but not twice in a row', async () => {
    expect((await act('MAIL_RECORDS')).data).toMatchObject({ r: { __typename: 'ActOnSenderSuccess' } })
    await world.runJobs()
    const mail = (await world.mailbox()).find(({ to }) => to === 'hello@harbour.test')
    expect(mail).toMatchObject({ from: 'reviews@candor.test', text: expect.stringContaining('v=DKIM1; k=rsa; p=') })
    expect((await act('MAIL_RECORDS')).data).toMatchObject({ r: { code: 'verificationSentLately' } })
  })

  test('shows its public key, and never the private one', async () => {
    const { records } = await sender()
    const publicKey = createPublicKey({
      key: Buffer.from(/p=(.*)$/.exec(records[0]!.value)![1]!, 'base64'),
      format: 'der',
      type: 'spki',
    })
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect(createVerify('RSA-SHA256').update('x').verify(publicKey, 'x')).toBe(false)
    expect((await world.rest('GET', '/sender')).body).not.toContain('PRIVATE')
  })
})

describe('the shop’s own mail server', () => {
  const use = (port: number, more: object = {}) =>
    save({
      smtpType: 'custom',
      host: 'localhost',
      port,
      authentication: true,
      username: 'shop@harbour.test',
      password: 'right',
      senderEmail: 'hello@harbour.test',
      isCustomSenderEnabled: false,
      ...more,
    })

  test('refuses a port that is no number, and never returns the password', async () => {
    expect((await save({ port: 'x' })).json()).toMatchObject({
      fields: { port: { code: 'portMustBeNumber', message: 'Port must be a number' } },
    })
    const { port } = await mailServer()
    await use(port)
    expect((await world.rest('GET', '/settings/emailSetting')).json()).toMatchObject({ data: { passwordIsSet: true } })
    expect((await world.rest('GET', '/settings/emailSetting')).body).not.toContain('"right"')
  })

  test('sends a test email, or returns why it can’t', async () => {
    const { port, mails } = await mailServer()
    await use(port)
    const test = (body: object) => world.rest('POST', '/sender/test', { body })
    expect((await test({ to: 'me@example.com' })).statusCode).toBe(200)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('From: Harbour <hello@harbour.test>')
    expect((await test({ to: 'me@example.com', password: 'wrong' })).json()).toMatchObject({
      message: expect.stringMatching(/^Cannot verify settings: .*5\.7\.8 wrong login/),
    })
    expect((await test({ to: 'me' })).json()).toMatchObject({ fields: { to: { message: 'Invalid email' } } })
    expect((await test({ to: 'me@example.com', settings: { host: '10.0.0.1', port: 25 } })).json()).toMatchObject({
      fields: { host: { code: 'smtpAddressRefused' } },
    })
    expect((await test({ to: 'me@example.com', settings: { port: 22 } })).json()).toMatchObject({
      fields: { port: { code: 'smtpPortRefused' } },
    })
  })

  test('names the field at fault', async () => {
    const { port } = await mailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('5.7.60 no'), { responseCode: 550 })),
    })
    await use(port)
    const fault = async (settings: object, password = 'right') =>
      (await world.rest('POST', '/sender/test', { body: { to: 'me@example.com', settings, password } })).json<{
        params?: { field?: string }
      }>().params?.field
    expect(await fault({}, 'wrong')).toBe('password')
    expect(await fault({})).toBe('senderEmail')
    expect(await fault({ encryption: 'tls' })).toBe('encryption')
    expect(await fault({ port: firstPort + 39 })).toBe('port')
  })

  test('counts as verified once a check passed, until its settings change', async () => {
    const [{ port }, other] = [await mailServer(), await mailServer()]
    const checkServer = () => world.rest('POST', '/sender/check-server')
    const isServerVerified = async () =>
      (await world.rest('GET', '/sender')).json<{ data: { isServerVerified: boolean } }>().data.isServerVerified
    await use(port, { password: 'wrong' })
    expect((await checkServer()).json()).toMatchObject({ code: 'cannotVerify', params: { field: 'password' } })
    expect(await isServerVerified()).toBe(false)
    await save({ password: 'right' })
    expect((await checkServer()).statusCode).toBe(200)
    expect(await isServerVerified()).toBe(true)
    await save({ port: other.port })
    expect(await isServerVerified()).toBe(false)
  })

  test('is the only one that gets the stored password', async () => {
    const [{ port }, other] = [await mailServer(), await mailServer()]
    await use(port)
    await world.rest('POST', '/sender/test', { body: { to: 'me@example.com', settings: { port: other.port } } })
    expect(other.logins).toEqual([])
  })

  test('pauses the shop’s requests when it refuses the login, until the merchant resumes', async () => {
    const { port, mails } = await mailServer()
    await use(port, { password: 'wrong' })
    await request('one@example.com')
    await request('two@example.com')
    expect((await sender()).pause).toMatchObject({ reason: 'smtp', text: expect.stringContaining('5.7.8') })
    const told = (await world.mailbox()).filter(({ to, subject }) => to === world.shop.email && /paused/.test(subject))
    expect(told).toMatchObject([
      { from: 'reviews@candor.test', text: expect.stringMatching(/localhost refused your emails: .*5\.7\.8/) },
    ])
    const rows = () =>
      world.ctx.db.queueItem.findMany({
        where: { shopId: world.shop.id, customerEmail: { in: ['one@example.com', 'two@example.com'] } },
        select: { status: true, errorMessage: true },
      })
    expect(await rows()).toEqual([
      { status: 'waiting', errorMessage: null },
      { status: 'waiting', errorMessage: null },
    ])
    await save({ password: 'right' })
    await act('RESUME')
    await world.runJobs()
    expect(await rows()).toEqual([
      { status: 'success', errorMessage: null },
      { status: 'success', errorMessage: null },
    ])
    expect(mails).toHaveLength(2)
    expect((await sender()).pause).toBeNull()
  })

  test.each([
    [
      'hangs up after DATA',
      { onData: (stream, session, done) => void stream.on('end', () => hangUp(session.id, done)).resume() },
      'waiting',
    ],
    [
      'says 451 to the recipient',
      { onRcptTo: (_address, _session, done) => done(Object.assign(new Error('4.3.0 later'), { responseCode: 451 })) },
      'waiting',
    ],
  ] satisfies [string, SMTPServerOptions, string][])(
    'delays only the single email, without a pause, when it %s',
    async (what, options, status) => {
      const { port } = await mailServer(options)
      await use(port)
      const email = `${what.replace(/\W/g, '').toLowerCase()}@example.com`
      await (await placeOrder(world, { email })).fulfill()
      await world.app.clock.advance(8 * 86_400_000)
      await world.runJobs()
      expect(
        await world.ctx.db.queueItem.findFirst({
          where: { shopId: world.shop.id, customerEmail: email },
          select: { status: true, errorMessage: true },
        }),
      ).toMatchObject({ status, errorMessage: expect.any(String) })
      expect((await sender()).pause).toBeNull()
    },
  )

  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  test.each([
    ['the login with 534', { onAuth: (_auth, _session, done) => done(refuse(534, '5.7.9 password required')) }],
    ['the sender', { onMailFrom: (_address, _session, done) => done(refuse(550, '5.7.60 no permissions')) }],
    ['the relay', { onRcptTo: (_address, _session, done) => done(refuse(554, '5.7.1 relay access denied')) }],
    [
      'the day’s volume',
      {
        onData: (stream, _session, done) =>
          void stream.on('end', () => done(refuse(550, '5.4.5 Daily user sending limit exceeded'))).resume(),
      },
    ],
  ] satisfies [string, SMTPServerOptions][])(
    'pauses the shop and fails no request when it refuses %s',
    async (what, options) => {
      const { port } = await mailServer(options)
      await use(port)
      const emails = [1, 2].map((at) => `${what.replace(/\W/g, '').toLowerCase()}${at}@example.com`)
      for (const email of emails) await (await placeOrder(world, { email })).fulfill()
      await world.advance({ days: 8 })
      const where = { shopId: world.shop.id, customerEmail: { in: emails } }
      expect(await world.ctx.db.queueItem.findMany({ where, select: { status: true, errorMessage: true } })).toEqual([
        { status: 'waiting', errorMessage: null },
        { status: 'waiting', errorMessage: null },
      ])
      expect((await sender()).pause).toMatchObject({ reason: 'smtp', text: expect.stringMatching(/\b5\.\d\.\d/) })
      await act('RESUME')
      await world.ctx.db.queueItem.updateMany({ where, data: { status: 'paused' } })
    },
  )

  test('does not stop other shops when it is paused', async () => {
    await save({ smtpType: 'default', isCustomSenderEnabled: false })
    await world.app.deps.access
      .acrossShops('the demo platform')
      .shop.update({ where: { id: world.otherShop.id }, data: { mailPause: 'smtp', mailPausedAt: new Date() } })
    await request('third@example.com')
    expect((await world.mailbox()).map(({ to }) => to)).toContain('third@example.com')
  })
})

function hangUp(id: string, done: (error: Error) => void): void {
  for (const server of servers)
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === id) connection._socket.destroy()
  done(new Error('gone'))
}
