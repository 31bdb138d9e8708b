import { readFile, type ReadFile } from '../../../testing/read-source.ts'
import type { ReadResult } from '../source.ts'

const fullHeader =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle'
const read = (file: string, answers: Record<string, string> = {}): Promise<ReadFile> => readFile(file, { answers })

const reasons = (results: ReadResult[]) =>
  results.map((result) => ('bad' in result ? result.bad.map(({ column, reason }) => `${column}: ${reason}`) : 'ok'))

describe('header sets', () => {
  test.each([
    ['export of 16 columns', fullHeader],
    [
      'export of 13 columns',
      'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,ip_address,location',
    ],
    ['template of 8 columns', 'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,picture_urls'],
    [
      'a third party’s',
      'product_handle,review_title,body,reviewer_name,reviewer_email,rating,review_date,reply,reply_date,featured,verified,hidden',
    ],
    ['the required columns alone', 'body,rating'],
    ['spelt by a spreadsheet', '\uFEFF"Body ";RATING;Review Date;Reviewer-Name'],
  ])('%s is Judge.me', async (_name, header) => {
    await expect(read(`${header}\n`)).resolves.toMatchObject({ source: 'judgeme', results: [] })
  })

  test('without two columns are refused with the names of the required ones', async () => {
    const refused = read('order\n')
    await expect(refused).rejects.toMatchObject({ code: 'notAReviewExport' })
    await expect(refused).rejects.toThrow('body, rating')
  })
})

test('reads a full row', async () => {
  const { reviews } = await read(
    `${fullHeader}\r\n"Sturdy ""thing""","Line one\r\nLine two, with comma",4,2025-03-02 10:12:00 UTC,web,ok,"O'Neil, Ann",Ann@Example.test,7012345678901234567,Blue-Mug,"Thanks, Ann!",2025-03-04 08:00:00 UTC,"https://pics.example.test/a.jpg?w=1,2, https://pics.example.test/b.webp",203.0.113.7,"Dublin, Ireland",rev-0001\r\n`,
  )
  expect(reviews).toEqual([
    {
      externalId: 'judgeme:rev-0001',
      product: {
        platformId: '7012345678901234567',
        variantId: '',
        handle: 'blue-mug',
        urlHandle: '',
        sku: '',
        title: '',
        other: '',
      },
      rate: 4,
      originalRate: null,
      rounded: false,
      title: 'Sturdy "thing"',
      content: 'Line one\nLine two, with comma',
      author: "O'Neil, Ann",
      email: 'ann@example.test',
      createdAt: new Date('2025-03-02T10:12:00Z'),
      sourceDay: '2025-03-02',
      status: 'published',
      featured: false,
      pinned: false,
      reply: { content: 'Thanks, Ann!', at: new Date('2025-03-04T08:00:00Z') },
      pictures: ['https://pics.example.test/a.jpg?w=1,2', 'https://pics.example.test/b.webp'],
      videos: [],
      location: 'Dublin, Ireland',
      country: null,
      verified: false,
      incentivized: false,
      variantTitle: '',
      source: 'imported',
    },
  ])
  expect(JSON.stringify(reviews)).not.toContain('203.0.113.7')
})

test('keeps the shop’s decision about each review', async () => {
  const { reviews } = await read('body,rating,curated\nA,5,ok\nB,5,not-yet\nC,5,spam\nD,5,\nE,5,unheard-of\n')
  expect(reviews.map(({ status }) => status)).toEqual(['published', 'pending', 'rejected', 'hidden', 'hidden'])
})

test('hides reviews by a hidden column', async () => {
  const { reviews } = await read(
    'product_handle,body,rating,review_date,hidden\nmug,A,5,2025-01-01,true\nmug,B,5,2025-01-01,false\n',
  )
  expect(reviews.map(({ status }) => status)).toEqual(['hidden', null])
})

describe('a file with ratings up to ten', () => {
  const file =
    'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,picture_urls\n' +
    '"Wonderful vase, the glaze is even and the colour i...","Wonderful vase, the glaze is even and the colour is warm",10,2025-01-01,A***a.,,tall-vase,\r\n' +
    'Хорошая ваза,"Хорошая ваза",8,2025-01-01,Б***ь.,,tall-vase,\r\n' +
    '배송이 빨라요,"배송이 빨라요\n정말 좋아요",7,2025-01-01,k***k.,,tall-vase,\r\n' +
    'とても良い,とても良い,1,2025-01-01,t***r.,,other-vase,\r\n' +
    'Nie polecam,Nie polecam wcale,0,2025-01-01,P***l.,,other-vase,\r\n'

  test('is asked about, with the ratings as written', async () => {
    const { questions } = await read(file)
    expect(questions).toEqual([
      { id: 'scale', choices: ['10', '5'], suggested: '10', examples: ['10', '8', '7', '1'], rows: 3 },
    ])
  })

  test('halves ratings rounding up, refuses zero, drops cut titles and keeps the originals', async () => {
    const { reviews, results } = await read(file, { scale: '10' })
    expect(reviews.map(({ rate, originalRate, title, author }) => [rate, originalRate, title, author])).toEqual([
      [5, '10', '', 'A***a.'],
      [4, '8', '', 'Б***ь.'],
      [4, '7', '배송이 빨라요', 'k***k.'],
      [1, '1', '', 't***r.'],
    ])
    expect(reasons(results).at(-1)).toEqual(['rating: ratingZero'])
  })

  test('refuses ratings above five on a scale of five', async () => {
    const { results } = await read(file, { scale: '5' })
    expect(reasons(results)).toEqual([
      ['rating: ratingOutOfRange'],
      ['rating: ratingOutOfRange'],
      ['rating: ratingOutOfRange'],
      'ok',
      ['rating: ratingZero'],
    ])
  })

  test('suggests a scale of five when one rating is above it, but still asks', async () => {
    const { questions } = await read(`body,rating\n${'fine,5\n'.repeat(30)}slip,9\n`)
    expect(questions).toMatchObject([{ id: 'scale', suggested: '5' }])
  })
})

describe('numeric dates', () => {
  const file = (...dates: string[]) =>
    `body,rating,review_date\n${dates.map((date, index) => `Text ${index},5,${date}\n`).join('')}`

  test('have the day first in the whole file when one day is above twelve', async () => {
    const { questions, reviews } = await read(file('05/03/2024', '25/03/2024'))
    expect(questions).toEqual([])
    expect(reviews.map(({ sourceDay }) => sourceDay)).toEqual(['2024-03-05', '2024-03-25'])
  })

  test('have the month first in the whole file when one day requires it', async () => {
    const { questions, reviews } = await read(file('05/03/2024', '03/25/2024'))
    expect(questions).toEqual([])
    expect(reviews.map(({ sourceDay }) => sourceDay)).toEqual(['2024-05-03', '2024-03-25'])
  })

  test('asks for the date order when no date is unambiguous', async () => {
    expect((await read(file('05/03/2024', '04/04/2024'))).questions).toEqual([
      { id: 'dates', choices: ['dmy', 'mdy'], suggested: 'dmy', examples: ['05/03/2024'] },
    ])
    expect((await read(file('05/03/2024'), { dates: 'mdy' })).reviews[0]?.sourceDay).toBe('2024-05-03')
  })

  test('are asked about when two contradict, and the other order is reported', async () => {
    const { questions, results } = await read(file('25/03/2024', '03/25/2024'), { dates: 'dmy' })
    expect(questions.map(({ id }) => id)).toEqual(['dates'])
    expect(reasons(results)).toEqual(['ok', ['review_date: dateUnreadable']])
  })

  test('may be today, but not tomorrow', async () => {
    const { results } = await read(file('2026-06-15', '2026-06-17', '2026-06-15 09:00:00 UTC'))
    expect(reasons(results)).toEqual(['ok', ['review_date: dateInFuture'], ['review_date: dateInFuture']])
  })
})

test('names every bad cell with its column', async () => {
  const long = 'x'.repeat(5_001)
  const { results } = await read(
    `title,body,rating,review_date,reviewer_name\nT,,,soon,A\nT,${long},6/5,2025-01-01,A\nT,dam\uFFFDaged,5,2025-01-01,A\nT,B,5,2025-01-01,A,surplus\n`,
    { long: 'skip' },
  )
  expect(reasons(results)).toEqual([
    ['rating: ratingMissing', 'review_date: dateUnreadable'],
    ['body: contentTooLong', 'rating: ratingOutOfRange'],
    ['body: textDamaged'],
    [': rowTooLong'],
  ])
})

test('reports the parts that it left out of a row', async () => {
  const pictures = [
    'https://p.example.test/1.jpg',
    'javascript:alert(1)',
    'ftp://p.example.test/x.jpg',
    ...[2, 3, 4, 5, 6].map((n) => `https://p.example.test/${n}.jpg`),
  ]
  const { results } = await read(
    `body,rating,reviewer_email,picture_urls\nllegÃ³ bien,5,not an address,"${pictures.join(',')}"\nB,5,,"[""https://p.example.test/1.jpg"",""https://p.example.test/2.jpg""]"\nC,5,,http://p.example.test/1.jpg|http://p.example.test/2.jpg\n`,
  )
  expect(results[0]).toMatchObject({
    ok: { email: '', pictures: ['1', '2', '3', '4', '5'].map((n) => `https://p.example.test/${n}.jpg`) },
    remarks: [
      { reason: 'textGarbled' },
      { reason: 'emailUnreadable', value: 'not an address' },
      { reason: 'photoAddressInvalid' },
      { reason: 'tooManyPhotos', params: { max: 5 } },
    ],
  })
  expect(results[1]).toMatchObject({
    ok: { pictures: ['https://p.example.test/1.jpg', 'https://p.example.test/2.jpg'] },
  })
  expect(results[2]).toMatchObject({ ok: { pictures: ['http://p.example.test/1.jpg', 'http://p.example.test/2.jpg'] } })
})

test('reads product ids of every spelling', async () => {
  const { reviews } = await read(
    "body,rating,product_id\nA,5,gid://shopify/Product/555\nB,5,'7012345678901234567\nC,5,9.1E+12\nD,5,\n",
  )
  expect(reviews.map(({ product }) => product.platformId)).toEqual(['555', '7012345678901234567', '', ''])
  // A damaged id still names a product, so the review is not one of the shop.
  expect(reviews.map(({ product }) => product.other)).toEqual(['', '', '9.1E+12', ''])
})
