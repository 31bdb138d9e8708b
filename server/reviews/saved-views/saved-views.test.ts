import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface View {
  id: string
  name: string
  query: string
}
type Answer = { __typename: string; data?: View; code?: string; fields?: { path: string; code: string }[] }

const save = `mutation ($input: SaveViewInput!) { saveView(input: $input) { __typename ... on SaveViewSuccess { data { id name query } } ... on Refusal { code }
  ... on InvalidInputError { fields { path code } } } }`
const remove =
  'mutation ($id: ID!) { deleteView(input: { id: $id }) { __typename ... on DeleteViewSuccess { data { id } } ... on Refusal { code } } }'

const saved = async (input: object, token?: string): Promise<Answer> =>
  ((await world.graphql(save, { input }, token)).data as unknown as { saveView: Answer }).saveView
const deleted = async (id: string, token?: string): Promise<Answer> =>
  ((await world.graphql(remove, { id }, token)).data as unknown as { deleteView: Answer }).deleteView
const views = async (token?: string): Promise<View[]> =>
  (
    (await world.graphql('{ viewer { shop { savedViews { id name query } } } }', {}, token)).data as unknown as {
      viewer: { shop: { savedViews: View[] } }
    }
  ).viewer.shop.savedViews

test('a view is saved, listed by name, renamed and deleted', async () => {
  const { data: bad } = await saved({
    name: ' Zero stars ',
    query: '?rateMultipleFilter=1,2&page=4&cursor=after.x&count=9',
  })
  expect(bad).toMatchObject({ name: 'Zero stars', query: 'rateMultipleFilter=1%2C2' })
  const { data: waiting } = await saved({ name: 'pending', query: 'statusFilter=pending' })
  expect((await views()).map(({ name }) => name)).toEqual(['pending', 'Zero stars'])
  expect(await saved({ id: bad?.id, name: 'Bad', query: 'rateMultipleFilter=1' })).toMatchObject({
    data: { id: bad?.id, name: 'Bad', query: 'rateMultipleFilter=1' },
  })
  expect(await saved({ id: bad?.id, name: 'bad', query: '' })).toMatchObject({ data: { name: 'bad', query: '' } })
  expect(
    (await world.graphql('query ($id: ID!) { node(id: $id) { ... on SavedView { name } } }', { id: bad?.id })).data,
  ).toEqual({ node: { name: 'bad' } })
  expect(await deleted(bad?.id ?? '')).toMatchObject({ data: { id: bad?.id } })
  expect(await deleted(bad?.id ?? '')).toMatchObject({ code: 'notFound' })
  expect(await deleted(waiting?.id ?? '')).toMatchObject({ __typename: 'DeleteViewSuccess' })
  expect(await views()).toEqual([])
})

test('a name is unique in any case, also for renames and concurrent saves', async () => {
  const { data } = await saved({ name: 'Mine', query: '' })
  const taken = {
    __typename: 'InvalidInputError',
    code: 'viewNameTaken',
    fields: [{ path: 'name', code: 'viewNameTaken' }],
  }
  expect(await saved({ name: 'MINE', query: '' })).toEqual(taken)
  const other = await saved({ name: 'Other', query: '' })
  expect(await saved({ id: other.data?.id, name: 'mine', query: '' })).toEqual(taken)
  const race = await Promise.all(Array.from({ length: 6 }, () => saved({ name: 'Race', query: '' })))
  expect(race.filter(({ data: view }) => view)).toHaveLength(1)
  expect(race.filter(({ code }) => code === 'viewNameTaken')).toHaveLength(5)
  expect(await saved({ name: 'mine', query: '' }, world.otherToken)).toMatchObject({ data: { name: 'mine' } })
  await deleted(data?.id ?? '')
  expect(await saved({ name: 'mine', query: '' })).toMatchObject({ data: { name: 'mine' } })
})

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['\u200B', 'required'],
  ['x'.repeat(41), 'fillAtMost'],
])('a name %j is refused', async (name, code) => {
  expect(await saved({ name, query: '' })).toMatchObject({ fields: [{ path: 'name', code }] })
})

test('another shop’s view is not found', async () => {
  const { data } = await saved({ name: 'Private', query: 'searchText=secret' })
  const id = data?.id ?? ''
  expect(await saved({ id, name: 'Theirs', query: '' }, world.otherToken)).toMatchObject({ code: 'notFound' })
  expect(await deleted(id, world.otherToken)).toMatchObject({ code: 'notFound' })
  expect((await world.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, world.otherToken)).data).toEqual({
    node: null,
  })
  expect((await views(world.otherToken)).map(({ name }) => name)).not.toContain('Private')
  expect(await saved({ id: 'x', name: 'a', query: '' })).toMatchObject({ code: 'malformedId' })
  expect((await views()).find((view) => view.id === id)).toMatchObject({ name: 'Private' })
})
