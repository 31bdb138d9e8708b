import { readFile, reasonsOf } from '../../testing/read-source.ts'

const now = '2026-06-15T08:00:00.000Z'

// The time is 08:00 UTC on the 15th.
test.each([
  ['2026-06-15 07:00', '2026-06-15T07:00:00.000Z'],
  ['2026-06-15 10:00', now],
  ['2026-06-15 22:00', now],
  ['15/06/2026 9:30 PM', now],
  ['46188.9', now],
  ['2026-06-15', now],
  ['2026-06-15 22:01', 'future'],
  ['46188.95', 'future'],
  ['2026-06-16', 'future'],
  ['2026-06-15 10:00 UTC', 'future'],
  ['2026-06-15T12:00:00Z', 'future'],
  ['2026-06-15T17:00:00+08:00', 'future'],
  ['2026-06-15T16:00:00+08:00', now],
  ['1781512200', 'future'],
])('a review of %s is from %s', async (date, at) => {
  const { results, reviews } = await readFile(`body,rating,author,review_date\nFine,5,Ann,${date}\n`)
  expect(reasonsOf(results)).toEqual([at === 'future' ? 'review_date: dateInFuture' : 'ok'])
  expect(reviews.map(({ createdAt }) => createdAt?.toISOString())).toEqual(at === 'future' ? [] : [at])
})

test('a contact in the name counts as email and is not part of the name', async () => {
  const { results, reviews } = await readFile(
    'body,rating,reviewer_name,reviewer_email\nA,5,ann@x.example,\nB,5,Bob (bob@x.example),b@y.example\nC,5,+1 555 123 4567,\n',
  )
  expect(reviews.map(({ author, email }) => [author, email])).toEqual([
    ['', 'ann@x.example'],
    ['Bob', 'b@y.example'],
    ['', ''],
  ])
  expect(reasonsOf(results)).toEqual(Array.from({ length: 3 }, () => 'ok, reviewer_name: authorIsContact'))
})

test('words for nothing are empty cells', async () => {
  const { reviews } = await readFile(
    'title,body,rating,reviewer_name,reply,review_date\nnan,A,5,NULL,\\N,NaT\n#N/A,B,5,Null,None,\nT,N/A,5,Nan,#NV,\n',
  )
  expect(reviews.map(({ title, content, author, reply }) => [title, content, author, reply])).toEqual([
    ['', 'A', '', null],
    ['', 'B', 'Null', null],
    ['T', '', 'Nan', null],
  ])
})

test('reads texts that were stored for a page', async () => {
  const { reviews } = await readFile(
    'title,body,rating,reviewer_name\nIt&#039;s,<p>Great &amp; good</p><br/>I &lt;3 it,5,O&#8217;Brien\n',
  )
  expect(reviews).toMatchObject([{ title: "It's", content: 'Great & good\n\nI <3 it', author: 'O’Brien' }])
})

test.each(['Verified Purchase', 'WAHR', 'ja', '✓', 'verified_buyer', 'Verifizierter Kauf', 'Achat vérifié'])(
  '%s says verified',
  async (cell) => {
    const { reviews } = await readFile(`body,rating,judgeme_verified\nA,5,${cell}\nB,5,email\n`)
    expect(reviews.map(({ verified }) => verified)).toEqual([true, false])
  },
)

test.each([
  ['product_handle', 'https://shop.example/products/hillside-mug', { urlHandle: 'hillside-mug' }],
  ['product_handle', '/products/hillside-mug', { urlHandle: 'hillside-mug' }],
  ['product_handle', 'hillside-mug/', { handle: 'hillside-mug' }],
  ['product_url', 'shop.example/products/hillside-mug', { urlHandle: 'hillside-mug' }],
  ['product_url', 'www.shop.example/products/hillside-mug?variant=1', { urlHandle: 'hillside-mug' }],
  ['product_url', 'hillside-mug', { urlHandle: 'hillside-mug' }],
  ['product_url', 'https://shop.example', {}],
  ['product_url', 'https://shop.example/?product_id=7', { other: 'https://shop.example/?product_id=7' }],
  ['product_url', 'Hillside Mug', { other: 'Hillside Mug' }],
  ['product_id', 'https://shop.example/products/hillside-mug', { urlHandle: 'hillside-mug' }],
  ['EAN', '4006381333931', { sku: '4006381333931' }],
  ['Barcode', 'unknown', { sku: 'unknown' }],
])('%s of %s names a product', async (column, cell, product) => {
  const { reviews } = await readFile(`body,rating,reviewer_name,${column}\nA,5,Ann,${cell}\n`)
  expect(reviews[0]?.product).toMatchObject(product)
  const named = Object.entries(reviews[0]?.product ?? {}).filter(([kind, name]) => name !== '' && kind !== 'other')
  expect(named.map(([kind]) => kind)).toEqual(Object.keys(product).filter((kind) => kind !== 'other'))
})
