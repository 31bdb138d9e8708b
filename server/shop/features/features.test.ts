import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { wishesPerDay } from '../../../rules/limits.ts'
import { readArguments, runFeatureCommand } from '../../cli/feature-commands.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { deleteShop } from '../shops/delete-shop.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_OPERATOR_EMAIL: 'operator@candor.test' } })
})
afterAll(() => world.close())

const run = async (...args: string[]) => (await runFeatureCommand(world.app, readArguments(args))).join('\n')

interface Feature {
  id: string
  title: string
  state: string
  votes: number
  voted: boolean
}
const list = async (token = world.token) =>
  (await world.rest('GET', '/features', { token })).json<{
    data: { features: Feature[]; wishes: { text: string }[] }
  }>().data
async function addFeature(title: string): Promise<string> {
  await run('add', title, '--text', `${title}, for all.`)
  const rows = JSON.parse(await run('list', '--json')) as { id: string; title: string }[]
  const id = rows.find((row) => row.title === title)?.id ?? ''
  await run('publish', id.slice(-6))
  return id
}
const vote = (id: string, wanted: unknown, token = world.token) =>
  world.rest('PUT', `/features/${id}/vote`, { body: { wanted }, token })
const wish = (text: string, token = world.token) => world.rest('POST', '/features/wishes', { body: { text }, token })

test('a feature is hidden until the operator publishes it, and follows the operator’s commands', async () => {
  await run('add', 'Quizzes', '--text', 'Ask before you sell.', '--state', 'planned')
  const [row] = JSON.parse(await run('list', '--json')) as { id: string }[]
  const id = row?.id ?? ''
  expect((await list()).features).toEqual([])
  expect((await vote(id, true)).statusCode).toBe(404)
  await run('publish', id.slice(-6))
  await run('state', id, 'inProgress')
  expect((await list()).features).toEqual([
    { id, title: 'Quizzes', text: 'Ask before you sell.', state: 'inProgress', votes: 0, voted: false },
  ])
  await expect(run('remove', id)).rejects.toMatchObject({ message: expect.stringContaining('add --yes') })
  await run('remove', id, '--yes')
  expect((await list()).features).toEqual([])
})

test('counts one vote of each shop, also when both tabs vote at once, and takes it back', async () => {
  const id = await addFeature('Bundles')
  await Promise.all([vote(id, true), vote(id, true), vote(id, true, world.otherToken)])
  expect((await list()).features).toMatchObject([{ votes: 2, voted: true }])
  await Promise.all([vote(id, false), vote(id, false)])
  expect((await list()).features).toMatchObject([{ votes: 1, voted: false }])
  const { data } = await world.graphql(
    'mutation ($input: VoteForFeatureInput!) { voteForFeature(input: $input) { ... on VoteForFeatureSuccess { data { votes voted state } } } }',
    { input: { id: Buffer.from(`FeatureRequest:${id}`).toString('base64url'), wanted: true } },
  )
  expect(data).toMatchObject({ voteForFeature: { data: { votes: 2, voted: true, state: 'CONSIDERED' } } })
  expect((await vote(id, 'yes')).statusCode).toBe(422)
})

test('lists the most wanted first and finished ones last', async () => {
  const [done, wanted] = [await addFeature('Finished'), await addFeature('Wanted')]
  await run('state', done, 'done')
  for (const token of [world.token, world.otherToken]) await vote(done, true, token)
  await vote(wanted, true)
  expect((await list()).features.map(({ title }) => title)).toEqual(['Bundles', 'Wanted', 'Finished'])
})

test('says that there are no wishes', async () => {
  expect(await run('wishes')).toBe('No wishes yet.')
})

test('stores a wish as text and mails it to the operator', async () => {
  const text = '<b>Carousel</b>\n{{shop_name}} in <script>alert(1)</script>'
  expect((await wish(text)).statusCode).toBe(200)
  expect((await list()).wishes).toMatchObject([{ text }])
  expect((await list(world.otherToken)).wishes).toEqual([])
  await world.runJobs()
  const mails = (await world.mailbox()).filter(({ to }) => to === 'operator@candor.test')
  expect(mails.map(({ subject }) => subject)).toEqual(['Feature request from Shop world'])
  expect(mails[0]?.html).toContain('&lt;b&gt;Carousel&lt;/b&gt;')
  expect(mails[0]?.html).not.toContain('<script>')
  expect(await run('wishes')).toContain('world.myshopify.com  <b>Carousel</b>')
})

test.each([
  ['', 'required'],
  [' \u200B\n', 'required'],
  ['word '.repeat(10_000), 'fillAtMost'],
])('refuses the wish %j', async (text, code) => {
  const answer = await wish(text)
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { fields: { text: { code } } }])
})

test('accepts some wishes a day, also at once, and more on the next day', async () => {
  const answers = await Promise.all(
    Array.from({ length: wishesPerDay + 1 }, (_, at) => wish(`Wish ${at}`, world.otherToken)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(wishesPerDay)
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ code: 'tooManyWishes' })
  await world.advance({ days: 1 })
  expect((await wish('Tomorrow', world.otherToken)).statusCode).toBe(200)
})

test('deleting a shop takes its votes back', async () => {
  const before = (await list()).features.find(({ title }) => title === 'Finished')?.votes
  await deleteShop(world.contextOf(world.otherShop))
  const after = (await list()).features.find(({ title }) => title === 'Finished')?.votes
  expect([before, after]).toEqual([2, 1])
})

test.each([
  [['sell'], 2, /^Usage/],
  [['add', 'Title'], 2, /text: /],
  [['add', 'x'.repeat(200), '--text', 'y'], 2, /title: /],
  [
    ['add', 'Title', '--text', 'y', '--state', 'soon'],
    2,
    /can't be “soon”\. Use considered, planned, inProgress, done/,
  ],
  [['publish', 'ffffff'], 1, /There is no feature ffffff/],
  [['publish'], 2, /^Usage/],
])('refuses %j', async (args, code, sentence) => {
  await expect(run(...args)).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) })
})
