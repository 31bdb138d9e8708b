import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
})
afterAll(() => world.close())

const templates = async () =>
  (await world.rest('GET', '/settings/emailTemplates')).json<{
    data: Record<string, { texts: Record<string, { subject: string }> }>
  }>().data

test('a broken template is refused at its field and nothing is saved', async () => {
  const before = await templates()
  const answer = await world.rest('PUT', '/settings/emailTemplates', {
    body: { 'review-reminder': { subject: 'New', content: 'Hello\n{% if x %}' } },
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    expect.objectContaining({
      fields: { 'review-reminder.content': expect.objectContaining({ code: 'templateBroken' }) as unknown },
    }),
  ])
  expect(await templates()).toEqual(before)
})

test.each([
  [{ 'review-reminder': { content: 'Hi!\nDear {{ custumer_name }}' } }, 2, 'custumer_name', 'customer_name'],
  [{ 'review-reminder': { subject: 'At {{ shop.nmae }}' } }, 1, 'shop.nmae', 'shop_name'],
  [{ 'review-reply': { texts: { de: { content: '{% if oder_name %}x{% endif %}' } } } }, 1, 'oder_name', 'order_name'],
])('a template with an unknown merge field is refused with its line: %j', async (...[body, line, name, closest]) => {
  const answer = await world.rest('PUT', '/settings/emailTemplates', { body })
  expect([answer.statusCode, Object.values(answer.json<{ fields: object }>().fields)]).toMatchObject([
    422,
    [{ code: 'templateFieldUnknown', message: `Line ${line}: there is no field “${name}”. Use ${closest}.` }],
  ])
})

test('saving texts of one language keeps those of the others', async () => {
  await world.rest('PUT', '/settings/emailTemplates', {
    body: { 'review-reminder': { texts: { de: { subject: 'Wie gefällt es?' } } } },
  })
  await world.rest('PUT', '/settings/emailTemplates', {
    body: { 'review-reminder': { texts: { fr: { subject: 'Alors ?' } } } },
  })
  expect((await templates())['review-reminder']?.texts).toMatchObject({
    de: { subject: 'Wie gefällt es?' },
    fr: { subject: 'Alors ?' },
  })
})

test.each(['review-reminder', 'photo-reminder', 'confirm-edit', 'review-reply', 'email_discount_review'])(
  'previews a draft of %s with safe styles',
  async (type) => {
    const answer = await world.rest('POST', `/emails/${type}/preview`, {
      body: {
        subject: 'Draft for {{ customer_name }}',
        customCss: '.ink{color:#123456;background:url(https://x.test/a)}',
        locale: 'en',
      },
    })
    const mail = answer.json<{ subject: string; html: string; text: string }>()
    expect([answer.statusCode, mail.subject]).toEqual([200, 'Draft for Ada'])
    expect(mail.html).toMatch(/style="[^"]*color: ?#123456/)
    expect(mail.html).not.toContain('x.test')
    expect(mail.text).not.toBe('')
  },
)

test.each([
  ['too deep a selector', ':has(:has(:has(:has(:has(:has(a))))))'],
  ['siblings of siblings', 'a~a~a~a~a~a~a~a~a~a~a'],
  ['too long a selector', 'td '.repeat(40)],
  ['too many selectors', '*,'.repeat(3_000) + 'a'],
  ['nested negations', ':not(:not(:not(:has(a))))'],
])('refuses styles with %s', async (_, selector) => {
  const answer = await world.rest('POST', '/emails/review-reply/preview', {
    body: { customCss: `p{color:red}\n${selector}{color:red}` },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { fields: { 'reviewReply.customCss': { code: 'templateBroken', message: expect.stringMatching(/^Line 2: /) } } },
  ])
})

test.each([
  ['nested rules', '.card{ p{color:red} }'],
  ['a property that no program has', 'p{constructor:y}'],
  ['a value full of spaces', `p{background:url${' '.repeat(19_000)}x}`],
])('refuses to save styles with %s', async (_, customCss) => {
  const answer = await world.rest('PUT', '/settings/emailTemplates', {
    body: { 'review-reminder': { customCss: `p{color:red}\n${customCss}` } },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    {
      fields: { 'review-reminder.customCss': { code: 'templateBroken', message: expect.stringMatching(/^Line 2: /) } },
    },
  ])
})

test('says in plain words, with its line, why a draft makes too much text', async () => {
  const answer = await world.rest('POST', '/emails/review-reply/preview', {
    body: { content: 'Hello {% if customer_name != "A" %}{{(1..99999999)|size}}{% endif %}' },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { fields: { 'reviewReply.content': { message: 'Line 1: this makes too much text' } } },
  ])
})

/** Within the limits, but each of the rules meets each of the elements. */
const slowTemplate = { content: '<b>x</b>'.repeat(2_400), customCss: 'b{color:red}'.repeat(1_600) }

test('ends a template that renders too long, and keeps serving other requests', async () => {
  const began = performance.now()
  const slow = world.rest('POST', '/emails/review-reply/preview', { body: slowTemplate })
  const others = [1, 2, 3].map((color) =>
    world.rest('POST', '/emails/review-reply/preview', {
      body: { ...slowTemplate, customCss: `b{color:#00000${color}}`.repeat(1_600) },
    }),
  )
  let turns = 0
  const timer = setInterval(() => turns++, 2)
  const answer = await slow
  clearInterval(timer)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { fields: { 'reviewReply.content': { code: 'templateTooSlow' } } },
  ])
  for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(422)
  // One after the other would take four deadlines.
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(turns).toBeGreaterThan(20)
})

test('previews deeply nested elements', async () => {
  const answer = await world.rest('POST', '/emails/review-reply/preview', {
    body: { content: '<div>'.repeat(3_900), customCss: 'div{color:red}' },
  })
  expect(answer.statusCode).toBe(200)
})

test('a test email shows the draft without saving it; a broken draft is not sent', async () => {
  const before = await templates()
  const send = (body: object) =>
    world.rest('POST', '/emails/review-reply/test', { body: { to: 'draft@shop.test', ...body } })
  const subjects = async () =>
    (await world.mailbox()).filter(({ to }) => to === 'draft@shop.test').map(({ subject }) => subject)
  expect((await send({ texts: { de: { subject: 'Draft for {{ customer_name }}' } }, locale: 'de' })).statusCode).toBe(
    200,
  )
  expect(await subjects()).toEqual([expect.stringContaining('Draft for Ada')])
  const broken = await send({ content: 'Hello\n{% if x %}' })
  expect([broken.statusCode, Object.keys(broken.json<{ fields: object }>().fields)]).toEqual([
    422,
    ['reviewReply.content'],
  ])
  const { data } = await world.graphql(
    `mutation { sendTestEmail(input: { type: "review-reply", to: "draft@shop.test", draft: { reviewReply: { subject: "{{ broken" } } }) { __typename ... on InvalidInputError { fields { path code } } } }`,
  )
  expect(data).toEqual({
    sendTestEmail: {
      __typename: 'InvalidInputError',
      fields: [{ path: 'reviewReply.subject', code: 'templateBroken' }],
    },
  })
  expect(await subjects()).toHaveLength(1)
  const after = await templates()
  expect(after['review-reply']).toEqual({ ...before['review-reply'], sendTestTo: 'draft@shop.test' })
})

test('test emails need a valid address and are limited to 25 a day', async () => {
  const send = (to: string) => world.rest('POST', '/emails/review-reply/test', { body: { to } })
  expect((await send('missing')).json()).toMatchObject({ fields: { to: { code: 'invalidEmail' } } })
  expect((await send('me@shop.test')).json()).toMatchObject({ success: true })
  for (let sent = 2; sent < 25; sent++) await send('me@shop.test')
  const refused = await send('me@shop.test')
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({ message: 'You have reached the daily limit of 25 test emails' }),
  ])
})

test('on the free plan, test emails go to the merchant only', async () => {
  const free = await createWorld({ plan: 'free' })
  try {
    const send = async (to: string) =>
      (await free.rest('POST', '/emails/review-reminder/test', { body: { to } })).json()
    expect(await send('stranger@example.com')).toMatchObject({ fields: { to: { code: 'testEmailToOthers' } } })
    expect(await send(free.shop.email)).toMatchObject({ success: true })
    expect(await send('merchant@world.test')).toMatchObject({ success: true })
  } finally {
    await free.close()
  }
})

test('the last test’s recipient is saved without raising the settings’ version', async () => {
  const before = (await world.rest('GET', '/settings/emailTemplates')).json<{
    data: { version: number; 'review-reply': { sendTestTo: string } }
  }>().data
  expect(before['review-reply'].sendTestTo).toBe('me@shop.test')
  await world.advance({ hours: 25 })
  expect((await world.rest('POST', '/emails/review-reply/test', { body: { to: 'you@shop.test' } })).statusCode).toBe(
    200,
  )
  expect((await world.rest('GET', '/settings/emailTemplates')).json()).toMatchObject({
    data: { version: before.version, 'review-reply': { sendTestTo: 'you@shop.test' } },
  })
})

test.each(['review-reminder', 'photo-reminder', 'confirm-edit', 'review-reply', 'email_discount_review'])(
  'GET /email?type=%s returns each field of the specification',
  async (type) => {
    const { data } = (await world.rest('GET', `/email?type=${type}`)).json<{ data: object }>()
    const fields = [
      'enabled',
      'type',
      'subject',
      'content',
      'logo',
      'sendTestTo',
      'buttonText',
      'buttonColour',
      'buttonTextColour',
      'customCss',
      'sendAfter',
      'sendAfterCustom',
      'timeUnit',
      'sendMethod',
      'reminderType',
      'senderApp',
      'sentRequestCount',
      'timingCountries',
    ]
    const own =
      {
        'photo-reminder': ['sendFor'],
        email_discount_review: ['discountNotification', 'discountExpirationReminder'],
        'confirm-edit': ['denyButtonText', 'denyButtonColour', 'denyButtonTextColour'],
      }[type] ?? []
    for (const field of [...fields, ...own]) expect(data).toHaveProperty(field)
  },
)

test('blocks say their own words in the recipient’s language; those of earlier documents say the template’s', async () => {
  const blocks = [
    ...[{ type: 'heading' }, { type: 'heading', key: 'heading-1' }, { type: 'heading', key: 'heading-2' }],
    ...[{ type: 'text' }, { type: 'text', key: 'text-1' }, { type: 'button', key: 'button-1' }],
    ...[{ type: 'reward' }, { type: 'footer', key: 'footer-1' }],
  ].map((block) => ({ align: 'start', size: 'medium', colour: '', background: '', image: '', ...block }))
  await world.rest('PUT', '/settings/discount', {
    body: { enableDiscount: true, typeDiscount: 'by_content', valuePhotoDiscount: 20 },
  })
  const preview = async (locale: string) =>
    (
      await world.rest('POST', '/emails/review-reminder/preview', {
        body: {
          locale,
          blocks,
          subject: 'The subject',
          content: 'The content',
          blockTexts: [{ key: 'heading-1', text: 'For {{ customer_name }}' }],
          texts: {
            de: {
              subject: '',
              preheader: '',
              content: '',
              buttonText: '',
              blockTexts: [
                { key: 'text-1', text: 'Ein <b>Foto</b>: {{ photo_reward }}' },
                { key: 'button-1', text: 'Foto senden' },
                { key: 'footer-1', text: 'Hafen 1, Kiel' },
              ],
            },
          },
        },
      })
    ).json<{ subject: string; text: string; html: string }>()
  const [english, german] = [await preview('en'), await preview('de')]
  expect(english.text).toMatch(
    /^The subject\n\nFor Ada\n\nThank you, Ada\n\nThe content\n\nWrite a review: [\s\S]*photo with your review: 20% off/,
  )
  expect(german.text).toMatch(
    /Ein Foto: 20\u00a0% Rabatt\n\nFoto senden: [\s\S]*-- \nHafen 1, Kiel\nVon Bewertungsanfragen abmelden/,
  )
  expect(german.html).toContain('Ein <b>Foto</b>: 20\u00a0% Rabatt')
})

test('a block’s broken words are refused at the block, and a GraphQL block may leave out its key', async () => {
  const broken = await world.rest('PUT', '/settings/emailTemplates', {
    body: { 'review-reminder': { blockTexts: [{ key: 'text-1', text: '{{ discount_code }}' }] } },
  })
  expect(broken.json()).toMatchObject({
    fields: { 'review-reminder.blockTexts.text-1': { code: 'templateFieldUnknown' } },
  })
  const { errors } = await world.graphql(
    `{ viewer { shop { emailPreview(type: "review-reply", draft: { reviewReply: { blocks: [{ type: TEXT, align: START, size: MEDIUM, colour: "", background: "", image: "" }] } }) { problem } } } }`,
  )
  expect(errors).toBeUndefined()
})

test('saving the default words as a template changes nothing in the email', async () => {
  const answer = await world.graphql(
    '{ viewer { shop { reply: emailOwnWords(type: "review-reply", locale: "de") { subject preheader content buttonText } discount: emailOwnWords(type: "email_discount_review", locale: "en") { content } } } }',
  )
  const { shop } = (answer.data as unknown as { viewer: unknown }).viewer as {
    shop: { reply: Record<string, string>; discount: { content: string } }
  }
  const preview = async (texts: object) =>
    (await world.rest('POST', '/emails/review-reply/preview', { body: { locale: 'de', texts: { de: texts } } })).json<{
      subject: string
      text: string
    }>()
  expect(shop.reply.content).toContain('{{ product_title }}')
  const [own, saved] = [await preview({}), await preview(shop.reply)]
  expect([saved.subject, saved.text]).toEqual([own.subject, own.text])
  expect(shop.discount.content).toContain('{{ customer_name }}')
})

test('a logo is uploaded; a file that is no picture is refused', async () => {
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('file', new File([bytes], 'logo.png', { type: 'image/png' }))
    const request = new Request('http://x', { method: 'POST', body: form })
    return world.inject({
      method: 'POST',
      url: '/apiSa/emails/image',
      headers: { 'x-auth-token': world.token, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  const kept = (
    await upload(
      new Uint8Array(
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ),
    )
  ).json<{ data: { image: string } }>()
  expect(kept.data.image).toMatch(/^https?:\/\/[^/]+\/media\//)
  expect(
    (await world.rest('PUT', '/settings/emailTemplates', { body: { 'review-reply': { logo: kept.data.image } } }))
      .statusCode,
  ).toBe(200)
  expect((await world.inject({ url: new URL(kept.data.image).pathname })).statusCode).toBe(200)
  expect((await upload(new TextEncoder().encode('no picture'))).statusCode).toBe(422)
})
