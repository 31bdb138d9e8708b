import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const settings = 'reviewBoxSettings { layout sortingDefault starIconType formatCustomerName dateFormat requiredName mobileGridColumnsCount colours { star text } }'
const save = (input: object, token?: string) => world.graphql(`mutation ($input: UpdateReviewBoxSettingsInput!) {
  result: updateReviewBoxSettings(input: $input) { __typename
    ... on UpdateReviewBoxSettingsSuccess { data { ${settings} } }
    ... on InvalidInputError { fields { path code message } } } }`, { input }, token)

test('a shop starts with our own face and changes field by field', async () => {
  const before = await world.graphql(`{ viewer { shop { ${settings} } } }`)
  expect(before.data).toMatchObject({ viewer: { shop: { reviewBoxSettings: { layout: 'LIST', starIconType: 'STAR', colours: { star: '#d98e04' } } } } })
  const saved = await save({ layout: 'GRID', starIconType: 'ROUNDED_STAR', formatCustomerName: 'FIRST_AND_INITIAL', colours: { star: '#112233' }, mobileGridColumnsCount: 2 })
  expect(saved.data).toMatchObject({ result: { data: { reviewBoxSettings: { layout: 'GRID', starIconType: 'ROUNDED_STAR', mobileGridColumnsCount: 2, colours: { star: '#112233', text: '#1e1b16' } } } } })
})

test.each([
  [{ colours: { star: 'red;background:url(//evil.test)' } }, 'colours.star'],
  [{ dateFormat: 'YY' }, 'dateFormat'],
  [{ mobileGridColumnsCount: 3 }, 'mobileGridColumnsCount'],
])('refuses %j by its field', async (input, path) => {
  const { data } = await save(input)
  expect(data).toMatchObject({ result: { __typename: 'InvalidInputError', fields: [{ path }] } })
})

test('another shop keeps its own', async () => {
  await save({ layout: 'CAROUSEL' }, world.otherToken)
  const { data } = await world.graphql(`{ viewer { shop { ${settings} } } }`)
  expect(data).toMatchObject({ viewer: { shop: { reviewBoxSettings: { layout: 'GRID' } } } })
})
