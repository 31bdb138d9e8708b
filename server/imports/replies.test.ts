import { client, world } from '../testing/import-stage.ts'

const header =
  'comment_ID,comment_post_ID,comment_author,comment_date_gmt,comment_content,comment_approved,comment_parent,rating,product_title\n'
const row = (
  id: number,
  content: string,
  {
    parent = 0,
    rating = '',
    approved = '1',
    day = id,
    product = 'The hat',
  }: { parent?: number; rating?: string; approved?: string; day?: number; product?: string } = {},
) =>
  `${String(id)},9,A,2025-01-${String(day).padStart(2, '0')} 10:00:00,${content},${approved},${String(parent)},${rating},${product}\n`

const file =
  header +
  row(12, 'Thanks early', { parent: 20 }) +
  row(10, 'Good', { rating: '5' }) +
  row(11, 'Thank you', { parent: 10, rating: '0' }) +
  row(13, 'And again', { parent: 11 }) +
  row(14, 'Not shown', { parent: 10, approved: '0' }) +
  row(15, 'To nobody', { parent: 99 }) +
  row(16, 'No stars at all') +
  row(17, 'To what cannot be read', { parent: 16 }) +
  row(20, 'Fine', { rating: '4' }) +
  row(21, 'Elsewhere', { rating: '3', product: 'Unknown' }) +
  row(22, 'Sorry', { parent: 21 })

const replies = async () =>
  (await client.reviews()).map(({ content, replyContent, replyAt }) => [content, replyContent, replyAt?.toISOString()])

test('replies in rows of their own come with their reviews, whatever stands first; the others are reported with their reasons', async () => {
  await client.addProduct('hat')
  const check = await client.checked(file)
  expect(check).toMatchObject({ status: 'checked', total: 11, fresh: 2, unmatched: 1, duplicates: 0, bad: 5 })
  const reasons = [
    [5, 'replySecond'],
    [6, 'replyPrivate'],
    [7, 'rowIsReply'],
    [8, 'ratingMissing'],
    [9, 'rowIsReply'],
  ]
  expect(check.badRows.map(({ row: at, code }) => [at, code])).toEqual(reasons)
  const done = await client.start(check.id, { answers: [{ question: 'unmatched', answer: 'skip' }] })
  expect(done).toMatchObject({ status: 'done', total: 11, done: 11, imported: 2, unmatched: 1, duplicates: 0, bad: 5 })
  expect(await replies()).toEqual([
    ['Fine', 'Thanks early', '2025-01-12T10:00:00.000Z'],
    ['Good', 'Thank you', '2025-01-11T10:00:00.000Z'],
  ])

  // What stayed out can be mended: the review without a product has its reply beside it, and so has the one without stars.
  const errors = await world.inject({ method: 'GET', url: new URL(done.errorFileUrl ?? '').pathname })
  const mended = await client.checked(
    errors.body.replaceAll('Unknown', 'The hat').replace('No stars at all,1,0,,', 'No stars at all,1,0,2,'),
  )
  await client.start(mended.id)
  expect(await replies()).toEqual([
    ['Elsewhere', 'Sorry', '2025-01-22T10:00:00.000Z'],
    ['Fine', 'Thanks early', '2025-01-12T10:00:00.000Z'],
    ['Good', 'Thank you', '2025-01-11T10:00:00.000Z'],
    ['No stars at all', 'To what cannot be read', '2025-01-17T10:00:00.000Z'],
  ])
})

test('a file that is read in several batches has the same replies', async () => {
  await client.addProduct('hat')
  const many = Array.from({ length: 1_200 }, (_none, at) =>
    row(100 + at, `Review ${String(at)}`, { rating: '5', day: 1 }),
  ).join('')
  const check = await client.checked(
    `${header}${many}${row(9, 'To the first', { parent: 100 })}${row(8, 'To the last', { parent: 1_299 })}`,
  )
  expect(await client.start(check.id)).toMatchObject({
    status: 'done',
    total: 1_202,
    done: 1_202,
    imported: 1_200,
    bad: 0,
  })
  expect(
    (await client.reviews()).flatMap(({ content, replyContent }) => (replyContent ? [[content, replyContent]] : [])),
  ).toEqual([
    ['Review 0', 'To the first'],
    ['Review 1199', 'To the last'],
  ])
})
