import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { EMAIL_SETTING } from '../../../rules/settings/email-setting.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../rules/settings/settings.ts'
import { mutationText } from '../../testing/documents.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { readSecret } from '../../core/secrets/shop-secrets.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  await world.ctx.db.setting.deleteMany()
})
afterAll(() => world.close())

type Answer = Record<string, unknown>
const get = async (key: string) =>
  (await world.rest('GET', `/settings/${key}`)).json<{ data: Answer & { version: number } }>().data
const put = (key: string, body: object) => world.rest('PUT', `/settings/${key}`, { body })
const mutationOf = (key: string) => `save${key.charAt(0).toUpperCase()}${key.slice(1)}`
const save = async (key: string, input: object, token?: string) =>
  (
    (await world.graphql(mutationText(mutationOf(key)).text, { input }, token)).data as unknown as {
      r: Answer & { data: Answer & { version: number } }
    }
  ).r

describe.each(SETTING_KEYS)('%s', (key: SettingKey) => {
  test('starts with its defaults, and accepts its whole GET response as a new version', async () => {
    const first = await get(key)
    const { wireNames, defaults } = SETTINGS[key]
    expect(first).toMatchObject({
      version: 0,
      ...Object.fromEntries(
        Object.entries(defaults).map(([field, value]) => [wireNames[field] ?? field, value as unknown]),
      ),
    })
    expect((await put(key, first)).json()).toEqual({
      success: true,
      data: { ...first, version: 1 },
      message: 'Saved successfully.',
    })
  })

  test('refuses an old version over both APIs, but requires no version', async () => {
    const { version } = await get(key)
    expect((await put(key, {})).json()).toMatchObject({ data: { version: version + 1 } })
    expect(await save(key, { version: version + 1 })).toMatchObject({ data: { version: version + 2 } })
    expect((await put(key, { version })).statusCode).toBe(409)
    expect(await save(key, { version })).toMatchObject({ __typename: 'StaleError', code: 'stale' })
    expect(await get(key)).toMatchObject({ version: version + 2 })
  })

  test.each([[{ unknown: 1 }], [{ version: 'x' }], [{ version: null }]])('refuses %j', async (body) => {
    expect((await put(key, body)).statusCode).toBe(422)
  })
})

test('answers 404 for an unknown document', async () => {
  for (const method of ['GET', 'PUT'] as const)
    expect((await world.rest(method, '/settings/nonsense', method === 'PUT' ? { body: {} } : {})).statusCode).toBe(404)
})

test('uses the specification’s names over REST and its own over GraphQL', async () => {
  const saved = await put('emailTemplates', { 'review-reminder': { subject: 'Hello' } })
  expect(saved.json()).toMatchObject({
    data: {
      'review-reminder': { subject: 'Hello' },
      'photo-reminder': { enabled: false },
      email_discount_review: { enabled: true },
    },
  })
  expect(await save('emailTemplates', {})).toMatchObject({ data: { reviewReminder: { subject: 'Hello' } } })
  expect((await put('emailTemplates', { 'review-reminder': { subject: 5 } })).json()).toMatchObject({
    fields: { 'review-reminder.subject': { code: 'valueInvalid' } },
  })
  expect((await put('emailTemplates', { reviewReminder: {} })).json()).toMatchObject({
    fields: { reviewReminder: { code: 'unknownField' } },
  })
  expect((await put('general', { eligibility: 'logged_in_users' })).json()).toMatchObject({
    data: { eligibility: 'logged_in_users' },
  })
  expect(await save('general', {})).toMatchObject({ data: { eligibility: 'LOGGED_IN_USERS' } })
})

test('merges objects and refuses a wrong value by its field', async () => {
  expect(
    await save('reviewBox', {
      layout: 'GRID',
      starIconType: 'ROUNDED_STAR',
      colours: { star: '#112233' },
      mobileGridColumnsCount: 2,
    }),
  ).toMatchObject({
    data: {
      layout: 'GRID',
      starIconType: 'ROUNDED_STAR',
      mobileGridColumnsCount: 2,
      colours: { star: '#112233', text: '' },
    },
  })
  for (const [input, path] of [
    [{ colours: { star: 'red;background:url(//evil.test)' } }, 'colours.star'],
    [{ dateFormat: 'YY' }, 'dateFormat'],
    [{ mobileGridColumnsCount: 3 }, 'mobileGridColumnsCount'],
  ] as const)
    expect(await save('reviewBox', input)).toMatchObject({ __typename: 'InvalidInputError', fields: [{ path }] })
})

test('keeps the settings of another shop unchanged', async () => {
  await save('reviewBox', { layout: 'CAROUSEL' }, world.otherToken)
  expect(await get('reviewBox')).toMatchObject({ layout: 'grid' })
})

test('refuses one of two concurrent saves of one version as stale', async () => {
  const { version } = await get('general')
  const answers = await Promise.all(
    [{ hideReviewDate: true }, { isRtlStore: true }].map((patch) => put('general', { ...patch, version })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('changes neither the document nor its cache by a refused save', async () => {
  const before = await get('general')
  expect((await put('general', { hideReviewDate: !before['hideReviewDate'], deleteAfterDays: 20 })).statusCode).toBe(
    422,
  )
  expect(await get('general')).toEqual(before)
})

test('lists locked fields with the plan that unlocks them', async () => {
  const locked = async () =>
    (
      (await world.graphql('{ viewer { shop { general { locked { field feature plan } } } } }')).data as unknown as {
        viewer: { shop: { general: { locked: object[] } } }
      }
    ).viewer.shop.general.locked
  expect(await locked()).toEqual([])
  await world.app.deps.access
    .acrossShops('the demo platform')
    .shop.update({ where: { id: world.shop.id }, data: { plan: 'pro' } })
  world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
  expect(await locked()).toEqual([{ field: 'autoTranslate', feature: 'translatedContent', plan: 'advanced' }])
})

describe('the history', () => {
  type Row = { key: string; actorName: string; changes: object[] }
  const history = async (query = '', token?: string) =>
    (await world.rest('GET', `/settings/history${query}`, token ? { token } : {})).json<{
      data: Row[]
      pagination: { nextCursor: string | null }
    }>()

  test('keeps who changed which fields, before and after', async () => {
    const { minimumRating } = await get('popup')
    await put('popup', { minimumRating: 'five', hideDuration: 9000 })
    await put('popup', { minimumRating: 'five' })
    await put('popup', { minimumRating: 'seven' })
    expect((await history()).data[0]).toMatchObject({
      key: 'popup',
      actor: 'merchant',
      actorName: 'merchant@world.test',
      changes: [
        { field: 'minimumRating', before: minimumRating, after: 'five' },
        { field: 'hideDuration', before: 10_000, after: 9000 },
      ],
    })
    const { data } = await world.graphql(
      '{ viewer { shop { settingHistory(first: 1) { edges { node { key actor changes { field before after isSecret } } } } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: {
          settingHistory: {
            edges: [{ node: { key: 'popup', changes: [{ after: '"five"', isSecret: false }, { after: '9000' }] } }],
          },
        },
      },
    })
  })

  test('never has a secret, only that it changed', async () => {
    await save('emailSetting', { password: 'pass-of-the-history' })
    await save('emailSetting', { password: '' })
    const { data } = await history('?limitPerPage=10')
    expect(data.slice(0, 2)).toMatchObject([
      { changes: [{ field: 'password', before: true, after: false, isSecret: true }] },
      { changes: [{ field: 'password', after: true, isSecret: true }] },
    ])
    expect(JSON.stringify(data)).not.toContain('pass-of-the-history')
  })

  test('cuts long texts within a character, and keeps nested fields by their path', async () => {
    await put('emailTemplates', { 'review-reminder': { subject: `${'x'.repeat(499)}😀`.slice(0, 200), customCss: '' } })
    await put('allReviews', { customCss: `/* ${'é😀'.repeat(400)} */` })
    const [long, nested] = (await history()).data
    expect(long?.changes).toMatchObject([{ field: 'customCss', after: expect.stringMatching(/^.{498,500}…$/s) }])
    expect(nested?.changes).toMatchObject([{ field: 'reviewReminder.subject' }])
  })

  test('has the shop’s own switches', async () => {
    await world.rest('PUT', '/shops', { body: { adminLocale: 'de' } })
    expect((await history()).data[0]).toMatchObject({ key: 'shop', changes: [{ field: 'adminLocale', after: 'de' }] })
    await world.rest('PUT', '/shops', { body: { adminLocale: null } })
  })

  test('is paged, and each shop sees its own', async () => {
    const first = await history('?limitPerPage=10')
    const second = await history(`?limitPerPage=10&after=${String(first.pagination.nextCursor)}`)
    expect(first.data).toHaveLength(10)
    expect(second.data[0]).not.toEqual(first.data[9])
    const other = await history('', world.otherToken)
    expect(other.data.map(({ key }) => key)).toEqual(['reviewBox'])
  })
})

describe('a secret', () => {
  const secret = 's3cret-of-the-mail-server'

  test('is stored sealed and shown only as set or not set', async () => {
    const answers = [
      await save('emailSetting', { password: secret }),
      await get('emailSetting'),
      (await put('emailSetting', { password: secret })).json(),
    ]
    expect(answers).toMatchObject([
      { data: { passwordIsSet: true } },
      { passwordIsSet: true },
      { data: { passwordIsSet: true } },
    ])
    const stored = await world.app.database.pool.query(
      `select s::text, (select string_agg(x::text, '') from "ShopSecret" x) from "Setting" s`,
    )
    expect(JSON.stringify([answers, stored.rows])).not.toContain(secret)
    expect(await readSecret(world.ctx, 'emailSetting.password')).toBe(secret)
  })

  test('stays if the input omits it or echoes a GET, and is deleted by an empty value', async () => {
    expect(
      (await put('emailSetting', { ...(await get('emailSetting')), username: 'me', isVerified: 'ignored' })).json(),
    ).toMatchObject({ data: { username: 'me', passwordIsSet: true, isVerified: EMAIL_SETTING.defaults.isVerified } })
    expect((await put('emailSetting', { password: '' })).json()).toMatchObject({ data: { passwordIsSet: false } })
    expect(await save('emailSetting', { password: secret })).toMatchObject({ data: { passwordIsSet: true } })
    expect(await save('emailSetting', { password: '' })).toMatchObject({ data: { passwordIsSet: false } })
  })

  test('is not logged if the database refuses it', async () => {
    const logged = jest.spyOn(world.app.deps.log, 'error').mockImplementation(() => undefined)
    await world.app.database.pool.query('alter table "Setting" add constraint refused check (false) not valid')
    expect((await put('emailSetting', { password: secret })).statusCode).toBe(500)
    expect(
      (await world.graphql(mutationText('saveEmailSetting').text, { input: { password: secret } })).errors,
    ).toHaveLength(1)
    await world.app.database.pool.query('alter table "Setting" drop constraint refused')
    expect(logged).toHaveBeenCalledTimes(2)
    expect(inspect(logged.mock.calls, { depth: 12 })).not.toContain(secret)
    logged.mockRestore()
  })
})
