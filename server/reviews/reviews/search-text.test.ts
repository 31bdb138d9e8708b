import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { foldText } from '../../../rules/fold-text.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { buildSearchText } from './search-text.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
})
afterAll(() => world.close())

test('the database folds texts as the application does', async () => {
  const texts = [
    'plain `text`',
    'I don’t, l´été, “so” «or» —so‑or–so−',
    'Große STRASSE ẞ İSTANBUL ısı Łódź Ørsted Đà Nẵng ÆŒ ΣΟΦΟΣ',
    'ｺｰﾋｰｶｯﾌﾟ ＡＢＣ１２３ バス ﬁne ½',
    'Très élégant'.normalize('NFD'),
    '품질이 좋아요'.normalize('NFD'),
    'Чёрный й, مراجعة رائعة, ביקורת, ไทย, हिन्दी',
    Array.from({ length: 0x500 }, (_none, at) => String.fromCodePoint(0xa1 + at)).join(' '),
    Array.from({ length: 0x100 }, (_none, at) => String.fromCodePoint(0x1e00 + at)).join(' '),
  ]
  const rows = await world.ctx.db.$queryRaw<{ folded: string }[]>`
    select candor_fold(text) as folded from unnest(${texts}::text[]) with ordinality t(text, at) order by at`
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})

test('the merchant and the shopper find reviews by any writing and order of their words', async () => {
  const text = {
    title: 'Élégant'.normalize('NFD'),
    content: 'I don’t regret it: O’Brien’s Große Tasse, wi‑fi ready',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@reader.test',
  }
  await addReviews(world.ctx, { ...text, status: 'published', searchText: buildSearchText(text) })
  const found = async (search: string): Promise<unknown[]> => {
    const listed = await world.graphql(
      'query ($search: String!) { viewer { shop { reviews(first: 5, filter: { search: $search }) { edges { node { title } } totalCount } } } }',
      { search },
    )
    const shown = await world.inject({
      url: `/storefront/${world.shop.shopifyDomain}/reviews?search=${encodeURIComponent(search)}`,
    })
    const { edges, totalCount } = (
      listed as unknown as { data: { viewer: { shop: { reviews: { edges: unknown[]; totalCount: number } } } } }
    ).data.viewer.shop.reviews
    return [search, edges.length, totalCount, shown.json<{ reviews: unknown[] }>().reviews.length]
  }
  for (const search of ["don't regret", 'o’brien', 'elegant', 'ÉLÉGANT', 'grosse tasse', 'ready wi-fi', 'Regret Tasse'])
    expect(await found(search)).toEqual([search, 1, 1, 1])
  expect(await found('tasse nowhere')).toEqual(['tasse nowhere', 0, 0, 0])
})
