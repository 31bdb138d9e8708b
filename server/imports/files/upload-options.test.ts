import type { ImportBody, ImportClient } from '../../testing/import-client.ts'
import { client } from '../../testing/import-stage.ts'
import { aliexpressAnswer, amazonPage, amazonReview } from '../../testing/marketplace-answers.ts'

const page = amazonPage({
  reviews: [1, 2, 3, 4].map((at) =>
    amazonReview({
      id: `R2ABCDEFGH10${at}`,
      stars: `${6 - at}.0 out of 5 stars`,
      date: `Reviewed in Germany on ${at} March 2024`,
    }),
  ),
})
const checked = async (answer: Awaited<ReturnType<ImportClient['upload']>>): Promise<ImportBody> =>
  client.read(answer.json<{ data: { id: string } }>().data.id)

test('an upload goes by options of its own, and by the general settings where it has none', async () => {
  expect(await checked(await client.upload(page, { name: 'Lamp.html' }))).toMatchObject({ source: 'amazon', total: 4 })
  expect(
    await checked(
      await client.upload(page, { name: 'Lamp.html', query: '?source=amazon&rating=fourFive&maxReviews=1' }),
    ),
  ).toMatchObject({ source: 'amazon', total: 1 })
})

test.each([
  ['another marketplace’s file', '?source=amazon', 'otherMarketplace'],
  ['a number beyond its bounds', '?maxReviews=101', 'betweenEqual'],
  ['what is no number', '?maxReviews=many', 'mustBeDigits'],
  ['what is no source', '?source=ebay', 'valueInvalid'],
])('%s is refused', async (_name, query, code) => {
  const answer = await client.upload(aliexpressAnswer(), { name: 'answer.json', query })
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(code)])
})
