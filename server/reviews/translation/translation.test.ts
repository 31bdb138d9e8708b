import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openWeb } from '../../core/files/web.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { word } from '../../core/words/words.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import { updateReview } from '../reviews/changes/update-review.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { deeplDemoKey } from './deepl-stand-in.ts'
import { demoTranslations } from './demo-translation.ts'
import { readUsage } from './translation.ts'
import { libreTranslateWrongKey } from './libretranslate-stand-in.ts'

let world: World
let product: TestProduct

beforeAll(async () => {
  // Sends requests for every host to this world's stand-ins.
  let port = 0
  const guard = {
    resolve: async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    allows: () => true,
    get standIn() {
      return port
    },
  }
  world = await createWorld({ plan: 'enterprise', web: openWeb({ guard }) })
  port = Number(new URL(await world.url()).port)
  product = await addProduct(world, 'Towel')
  await saveSetting(world.ctx, 'translations', { languages: ['de', 'ar'] })
})
afterAll(() => world.close())

const connect = async (key: string, secrets: Record<string, string>) =>
  (
    await world.graphql(
      `mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) {
      ... on ConnectIntegrationSuccess { data { isConnected } } ... on InvalidInputError { fields { path code } } } }`,
      { input: { key, secrets: Object.entries(secrets).map(([name, value]) => ({ name, value })) } },
    )
  ).data
const disconnect = async (key: string) =>
  world.graphql(`mutation { disconnectIntegration(input: { key: "${key}" }) { __typename } }`)
const publish = async (content: string, language: string | null = 'en') => {
  const id = await publishUntranslated(content, language)
  await world.runJobs()
  return id
}
async function publishUntranslated(content: string, language: string | null = 'en'): Promise<string> {
  const [review] = await addReviews(world.ctx, {
    ...{ title: '', content, language, productId: product.id },
    ...{ status: 'pending' as const, origin: 'admin' as const, source: 'admin' as const },
  })
  await performReviewAction(world.ctx, { act: 'publish', ids: [review?.id ?? ''] })
  return review?.id ?? ''
}
const languagesOf = async (reviewId: string) =>
  (
    await world.ctx.db.reviewTranslation.findMany({
      where: { shopId: world.shop.id, reviewId },
      orderBy: { language: 'asc' },
    })
  ).map(({ language }) => language)
const failures = async () =>
  (await world.ctx.db.integrationDelivery.findMany({ where: { shopId: world.shop.id }, orderBy: { id: 'desc' } })).map(
    ({ state, reason }) => ({ state, reason }),
  )
const received = async (name: string) =>
  (await world.inject({ method: 'GET', url: `/demo/received.json?name=${name}` })).json<
    { path: string; status: number; problem: string | null; body: string }[]
  >()
const box = async (locale: string) =>
  (
    await world.inject({
      method: 'GET',
      url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${product.handle}&locale=${locale}`,
    })
  ).body

test('connects DeepL with a valid key only, and never answers the key', async () => {
  expect(await connect('deepl', { authKey: 'wrong' })).toMatchObject({
    connectIntegration: { fields: [{ path: 'authKey', code: 'integrationLoginRefused' }] },
  })
  expect(await connect('deepl', { authKey: deeplDemoKey })).toMatchObject({
    connectIntegration: { data: { isConnected: true } },
  })
  const answer = JSON.stringify(
    await world.graphql('{ viewer { shop { integrations { key fields isConnected } translationState { service } } } }'),
  )
  expect(answer).toContain('"service":"deepl"')
  expect(answer).not.toContain(deeplDemoKey)
})

test('translates new reviews into the shop’s languages, once autoTranslate is on', async () => {
  const before = await publish('A soft towel')
  expect(await languagesOf(before)).toEqual([])
  await saveSetting(world.ctx, 'general', { autoTranslate: true })
  const id = await publish('Another soft towel')
  expect(await languagesOf(id)).toEqual(['ar', 'de'])
  expect((await received('deepl')).filter(({ problem }) => problem !== null)).toHaveLength(1)
  const [german, arabic] = [await box('de'), await box('ar')]
  expect(german).toContain(demoTranslations.de?.title)
  expect(german).toContain('candor-original')
  expect(german).toContain('Another soft towel')
  expect(arabic).toContain(`lang="ar">${demoTranslations.ar?.title ?? ''}`)
})

test('translates older reviews on request, and not what is translated already', async () => {
  const asked = (await received('deepl')).length
  const translate = async () =>
    world.graphql(
      'mutation { translateReviews(input: { confirm: true }) { ... on TranslateReviewsSuccess { data { used } } } }',
    )
  await translate()
  await world.runJobs()
  expect(await world.ctx.db.reviewTranslation.count({ where: { shopId: world.shop.id } })).toBe(4)
  expect((await received('deepl')).length).toBe(asked + 2)
  await translate()
  await world.runJobs()
  expect((await received('deepl')).length).toBe(asked + 2)
})

test('refuses to translate older reviews while translation is off', async () => {
  await saveSetting(world.ctx, 'translations', { enableTranslateReviewContent: false })
  const { data } = await world.graphql(
    'mutation { translateReviews(input: { confirm: true }) { __typename ... on Refusal { code } } }',
  )
  expect(data).toEqual({ translateReviews: { __typename: 'NotAllowedError', code: 'translationOff' } })
  await saveSetting(world.ctx, 'translations', { enableTranslateReviewContent: true })
})

test('translates an edited review again and shows the original until then', async () => {
  const id = await publish('First words')
  await updateReview(world.ctx, { id, content: 'Second words' })
  expect(await box('de')).toContain('>Second words</p>')
  const count = (await received('deepl')).length
  await world.runJobs()
  expect((await received('deepl')).length).toBe(count + 2)
})

test.each([
  ['translator-busy', 'integrationBusy', 'waiting'],
  ['translator-refuses', 'integrationRefused', 'failed'],
  ['translator-quota', 'translatorQuota', 'failed'],
  ['translator-miscounts', 'translationUnusable', 'waiting'],
  ['translator-markup', 'translationUnusable', 'waiting'],
  ['translator-confuses', 'translationOtherLanguage', 'waiting'],
])('shows the original and logs why: %s', async (content, reason, state) => {
  await saveSetting(world.ctx, 'translations', { languages: ['de'] })
  const id = await publish(`A text for ${content}`)
  expect(await languagesOf(id)).toEqual([])
  expect((await failures())[0]).toMatchObject({ reason, state })
  expect(await box('de')).toContain(`lang="en">A text for ${content}</p>`)
})

test('notes the language of a review that is in the target language already', async () => {
  await saveSetting(world.ctx, 'translations', { languages: ['en'], primaryLanguage: 'en' })
  const id = await publish('Fine', null)
  expect(await languagesOf(id)).toEqual([])
  expect(await world.ctx.db.review.findFirst({ where: { shopId: world.shop.id, id } })).toMatchObject({
    language: 'en',
  })
})

test('shows pages without translations of their own the chosen primary language', async () => {
  await saveSetting(world.ctx, 'translations', { languages: [], primaryLanguage: 'de' })
  const id = await publish('Seen from Korea')
  expect(await languagesOf(id)).toEqual(['de'])
  expect(await box('ko')).toContain('lang="de">')
  expect(await box('en')).toContain('lang="en">Seen from Korea')
})

test('shows originals first, or no translations, as the merchant chooses', async () => {
  await saveSetting(world.ctx, 'translations', { showTranslateReviewContent: false })
  const html = await box('de')
  expect(html).toContain('<p class="candor-text" dir="auto" lang="en">Seen from Korea</p>')
  expect(html).toContain(word('de', 'widget.seeTranslation'))
  await saveSetting(world.ctx, 'translations', { enableTranslateReviewContent: false })
  expect(await box('de')).not.toContain(demoTranslations.de?.title)
  await saveSetting(world.ctx, 'translations', { enableTranslateReviewContent: true, showTranslateReviewContent: true })
})

test('stops at the month’s limit with a reason, and goes on in the next month', async () => {
  await saveSetting(world.ctx, 'translations', { monthlyCharacters: 1_000 })
  const id = await publish('Long '.repeat(300).trim())
  expect((await failures())[0]).toEqual({ state: 'failed', reason: 'translationLimit' })
  expect(await languagesOf(id)).toEqual([])
  await world.ctx.db.review.deleteMany({ where: { shopId: world.shop.id, content: { contains: 'translator-' } } })
  await saveSetting(world.ctx, 'translations', { monthlyCharacters: 2_000 })
  await world.advance({ days: 31 })
  await world.graphql('mutation { translateReviews(input: { confirm: true }) { __typename } }')
  await world.runJobs()
  expect(await languagesOf(id)).toEqual(['de'])
})

test('keeps to the month’s limit when many reviews wait', async () => {
  await world.advance({ days: 31 })
  for (const word of ['One ', 'Two ', 'Six ', 'Ten ']) await publishUntranslated(word.repeat(200).trim())
  await world.runJobs()
  const { used, limit } = await readUsage(world.ctx)
  expect([used > 1_000, used <= limit, limit]).toEqual([true, true, 2_000])
})

test('goes on with older reviews when the month begins, without being asked again', async () => {
  await saveSetting(world.ctx, 'translations', { monthlyCharacters: 2_000 })
  const ids = [await publish('Wide '.repeat(300).trim()), await publish('Tall '.repeat(300).trim())]
  await world.graphql('mutation { translateReviews(input: { confirm: true }) { __typename } }')
  await world.runJobs()
  const translated = async () => (await Promise.all(ids.map(languagesOf))).filter((own) => own.length > 0).length
  expect(await translated()).toBeLessThan(2)
  for (let month = 0; month < 2; month++) await world.advance({ days: 31 })
  expect(await translated()).toBe(2)
})

test('translates with the merchant’s own LibreTranslate, whose key is optional', async () => {
  await disconnect('deepl')
  await saveSetting(world.ctx, 'translations', { monthlyCharacters: 100_000 })
  const url = 'https://translate.shop.example/'
  expect(await connect('libretranslate', { url, apiKey: libreTranslateWrongKey })).toMatchObject({
    connectIntegration: { fields: [{ path: 'apiKey', code: 'integrationLoginRefused' }] },
  })
  expect(await connect('libretranslate', { url, apiKey: '' })).toMatchObject({
    connectIntegration: { data: { isConnected: true } },
  })
  const id = await publish('Translated at home', null)
  expect(await languagesOf(id)).toEqual(['de'])
  expect((await received('libretranslate'))[0]).toMatchObject({ path: '/translate', status: 200, problem: null })
})

test('refuses labels that are empty, too long or doubled, and counts an emoji as one character', async () => {
  const save = async (...texts: string[]) =>
    (
      await world.rest('PUT', '/settings/translations', {
        body: { labels: texts.map((text) => ({ language: 'de', label: 'writeReview', text })) },
      })
    ).statusCode
  expect(await save('')).toBe(422)
  expect(await save('Seventeen letters')).toBe(422)
  expect(await save('One', 'Two')).toBe(422)
  expect(await save('👨‍👩‍👧‍👦'.repeat(16))).toBe(422)
  expect(await save('👨‍👩‍👧‍👦 Meinung sagen')).toBe(200)
})

test('shows the merchant’s labels on pages of their language, right to left too', async () => {
  expect(await box('de')).toContain('👨‍👩‍👧‍👦 Meinung sagen')
  expect(await box('en')).toContain('Write a review')
  await saveSetting(world.ctx, 'translations', {
    labels: [{ language: 'ar', label: 'writeReview', text: 'اكتب <b>رأيك' }],
  })
  expect(await box('ar')).toContain('اكتب &lt;b&gt;رأيك')
  expect(await box('de')).toContain('Bewertung schreiben')
})
