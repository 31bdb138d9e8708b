import {
  aliexpressAnswer,
  amazonPage,
  amazonReview,
  cjAnswer,
  shopeeAnswer,
} from '../../testing/marketplace-answers.ts'
import { readFile, reasonsOf, describeRow } from '../../testing/read-source.ts'

const at = (text: string): string => new Date(text).toISOString()

/** Returns the position after the closing bracket of a list in an answer. */
function endOfList(answer: string, list: string): number {
  let depth = 0
  for (let place = answer.indexOf('[', answer.indexOf(`"${list}"`)); place < answer.length; place++) {
    if (answer[place] === '[') depth++
    if (answer[place] === ']' && --depth === 0) return place + 1
  }
  return -1
}

interface Case {
  name: string
  file: string
  source: string
  reasons?: string[]
  reviews: object[]
}

const lamp = {
  externalId: 'aliexpress:60087654321098765',
  source: 'aliexpress',
  product: { other: 'AliExpress product' },
  rate: 5,
  author: 'G***h',
  country: 'NZ',
  content: 'Sturdy little lamp & bright',
  createdAt: at('2025-11-22T12:00:00Z'),
  variantTitle: 'Color:Sea Green Plug Type:EU Ships From:express',
  pictures: ['https://ae01.example.test/kf/1.jpg', 'https://ae01.example.test/kf/2.jpg'],
}
const { content: _content, pictures: _pictures, ...starsOnly } = lamp
const aliexpressReviews = [
  lamp,
  lamp,
  { ...starsOnly, externalId: 'aliexpress:60087654321098767' },
  {
    externalId: 'aliexpress:60087654321098766',
    source: 'aliexpress',
    product: { other: 'AliExpress product' },
    rate: 3,
    author: 'AliExpress Shopper',
    country: 'PL',
    content: "It is <b>fine</b>\n\nAfter a month it's loose",
    createdAt: at('2024-02-01T12:00:00Z'),
    pictures: ['https://ae01.example.test/kf/3.jpg'],
  },
]

const aliexpressReasons = ['ok', 'ok', 'ok', 'ok']

const cases: Case[] = [
  {
    name: 'AliExpress: ids that no number holds, masked names, a later text, entities, an item twice and one with stars only',
    file: aliexpressAnswer(),
    source: 'aliexpress',
    reasons: aliexpressReasons,
    reviews: aliexpressReviews,
  },
  {
    name: 'AliExpress in the older envelope',
    file: aliexpressAnswer('displayMessage'),
    source: 'aliexpress',
    reasons: aliexpressReasons,
    reviews: aliexpressReviews,
  },
  {
    name: 'an answer that a browser has saved as a page',
    file: `<html><head><meta name="color-scheme" content="light dark"></head><body><pre style="word-wrap: break-word;">${aliexpressAnswer().replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre><div class="json-formatter-container"></div></body></html>`,
    source: 'aliexpress',
    reasons: aliexpressReasons,
    reviews: aliexpressReviews,
  },
  {
    name: 'CJDropshipping: ids as long numbers, numbers as texts, the day as written',
    file: cjAnswer(),
    source: 'cj',
    reasons: ['ok', 'rating: ratingZero'],
    reviews: [
      {
        externalId: 'cj:1536993287524069376',
        source: 'cjdropshipping',
        product: { other: '1534092419615174656' },
        rate: 5,
        author: 'F***o',
        country: 'MX',
        content: 'Llegó bien.\nBuen sonido.',
        createdAt: at('2022-06-13T12:00:00Z'),
        pictures: ['https://oss.example.test/1.jpg', 'https://oss.example.test/2.jpg'],
      },
    ],
  },
  {
    name: 'Shopee: stars of rating_star, pictures by their names, what Shopee hides',
    file: shopeeAnswer(),
    source: 'shopee',
    reviews: [
      {
        externalId: 'shopee:2964233527',
        source: 'shopee',
        product: { other: '5435412264', title: 'Linen blouse' },
        rate: 1,
        content: 'Hidden there',
        createdAt: at('2020-09-08T06:58:26Z'),
        status: 'hidden',
      },
      {
        externalId: 'shopee:2964233526',
        source: 'shopee',
        product: { other: '5435412264', title: 'Linen blouse' },
        rate: 4,
        author: 'mina12',
        content: 'Nice cloth 👍🏽',
        createdAt: at('2020-09-08T06:58:25Z'),
        variantTitle: 'White, M',
        pictures: [
          'https://down-sg.img.susercontent.com/file/651f130eceda11f9',
          'https://down-my.img.susercontent.com/file/my-11134207-7r98o-abc',
        ],
        videos: ['https://play.example.test/1.mp4'],
      },
    ],
  },
  {
    name: 'Amazon: a page of a product in English with the marks of before and of today',
    file: amazonPage({
      reviews: [
        amazonReview({
          id: 'R2ABCDEFGHIJK1',
          stars: '5.0 out of 5 stars',
          date: 'Reviewed in the United States on December 9, 2025',
        }),
        amazonReview({
          id: 'R2ABCDEFGHIJK2',
          stars: '2.0 out of 5 stars',
          date: 'Reviewed in Germany on 12 March 2024',
          modern: true,
        }),
      ],
    }),
    source: 'amazon',
    reviews: [
      {
        externalId: 'amazon:R2ABCDEFGHIJK1',
        source: 'amazon',
        product: { other: 'B0TESTLAMP', title: 'Desk lamp, green' },
        rate: 5,
        originalRate: '5.0',
        author: 'Robin & Kim',
        country: 'US',
        title: 'Very bright',
        content: 'In the control centre.\nCrashing never & "quick".',
        createdAt: at('2025-12-09T12:00:00Z'),
        variantTitle: 'Color: Green, Size: L',
        incentivized: true,
        pictures: [
          'https://m.media.example.test/images/I/71abc.jpg',
          'https://m.media.example.test/images/I/81d+ef.jpg',
        ],
        videos: ['https://m.media.example.test/v/1.mp4'],
      },
      {
        externalId: 'amazon:R2ABCDEFGHIJK2',
        source: 'amazon',
        product: { other: 'B0TESTLAMP', title: 'Desk lamp, green' },
        rate: 2,
        originalRate: '2.0',
        author: 'Robin & Kim',
        country: 'DE',
        title: 'Very bright',
        content: 'In the control centre.\nCrashing never & "quick".',
        createdAt: at('2024-03-12T12:00:00Z'),
      },
    ],
  },
]

describe('reviews of', () => {
  test.each(cases)('$name', async ({ file, source, reasons, reviews }) => {
    const read = await readFile(file, { name: file.startsWith('<') ? 'page.html' : 'answer.json' })
    expect(read.source).toBe(source)
    expect(read.reviews.map(describeRow)).toEqual(reviews)
    expect(reasonsOf(read.results)).toEqual(reasons ?? reviews.map(() => 'ok'))
    // Nothing is scaled or guessed, and no review counts as a verified purchase.
    expect(read.questions).toEqual([])
    expect(read.reviews.some(({ verified }) => verified)).toBe(false)
  })
})

describe('Amazon’s languages', () => {
  test.each([
    [
      '4.0 out of 5 stars',
      'Reviewed in the United Kingdom on 3 May 2024',
      { rate: 4, country: 'GB', sourceDay: '2024-05-03' },
    ],
    [
      '4.0 out of 5 stars',
      'Reviewed in India on 1 September 2023',
      { rate: 4, country: 'IN', sourceDay: '2023-09-01' },
    ],
    [
      '4,0 von 5 Sternen',
      'Rezension aus Deutschland vom 12. März 2024',
      { rate: 4, country: 'DE', sourceDay: '2024-03-12' },
    ],
    [
      '1,0 von 5 Sternen',
      'Bewertet in den Vereinigten Staaten am 9. Dezember 2025',
      { rate: 1, country: 'US', sourceDay: '2025-12-09' },
    ],
    ['3,0 sur 5 étoiles', 'Avis laissé en France le 1 août 2023', { rate: 3, country: 'FR', sourceDay: '2023-08-01' }],
    [
      '5,0 sur 5 étoiles',
      'Évalué aux États-Unis le 14 février 2024',
      { rate: 5, country: 'US', sourceDay: '2024-02-14' },
    ],
    [
      '4,0 de 5 estrellas',
      'Revisado en España el 12 de marzo de 2024',
      { rate: 4, country: 'ES', sourceDay: '2024-03-12' },
    ],
    [
      '5.0 de 5 estrellas',
      'Calificado en México el 30 de septiembre de 2024',
      { rate: 5, country: 'MX', sourceDay: '2024-09-30' },
    ],
    ['2,0 su 5 stelle', 'Recensito in Italia il 3 gennaio 2024', { rate: 2, country: 'IT', sourceDay: '2024-01-03' }],
    [
      '4,0 de 5 estrelas',
      'Avaliado no Brasil em 5 de maio de 2024',
      { rate: 4, country: 'BR', sourceDay: '2024-05-05' },
    ],
    [
      '4,0 van 5 sterren',
      'Beoordeeld in Nederland op 12 maart 2024',
      { rate: 4, country: 'NL', sourceDay: '2024-03-12' },
    ],
    [
      '4,0 z 5 gwiazdek',
      'Zrecenzowano w Polsce dnia 12 marca 2024',
      { rate: 4, country: 'PL', sourceDay: '2024-03-12' },
    ],
    [
      '4,0 av 5 stjärnor',
      'Recenserad i Sverige den 12 oktober 2024',
      { rate: 4, country: 'SE', sourceDay: '2024-10-12' },
    ],
    [
      '5 yıldız üzerinden 4,0',
      'Türkiye’de 12 Ağustos 2024 tarihinde değerlendirildi',
      { rate: 4, country: 'TR', sourceDay: '2024-08-12' },
    ],
    ['5つ星のうち4.0', '2024年3月12日に日本でレビュー済み', { rate: 4, country: 'JP', sourceDay: '2024-03-12' }],
    ['5つ星のうち3', '2024年3月2日にアメリカ合衆国でレビュー済み', { rate: 3, country: 'US', sourceDay: '2024-03-02' }],
    ['별 5개 중 4.0개', '2024년 3월 12일에 미국에서 검토됨', { rate: 4, country: 'US', sourceDay: '2024-03-12' }],
    ['4.0 颗星，最多 5 颗星', '2024年3月12日在美国审核', { rate: 4, country: 'US', sourceDay: '2024-03-12' }],
    ['4.0 من 5 نجوم', 'تمت مراجعته في مصر في ١٢ مارس ٢٠٢٤', { rate: 4, country: 'EG', sourceDay: '2024-03-12' }],
    ['4.0 מתוך 5 כוכבים', 'נבדק בארצות הברית ב- 12 במרץ 2024', { rate: 4, country: 'US', sourceDay: '2024-03-12' }],
  ])('%s · %s', async (stars, date, expected) => {
    const { reviews, results } = await readFile(
      amazonPage({ reviews: [amazonReview({ id: 'R2ABCDEFGHIJK1', stars, date })] }),
      { name: 'page.htm' },
    )
    expect(reasonsOf(results)).toEqual(['ok'])
    expect(reviews).toMatchObject([expected])
  })

  test('report an invalid date, or one in an unknown language', async () => {
    const { results } = await readFile(
      amazonPage({
        reviews: [
          amazonReview({
            id: 'R2ABCDEFGHIJK1',
            stars: '4.0 out of 5 stars',
            date: 'Reviewed in Germany on 31 February 2024',
          }),
          amazonReview({ id: 'R2ABCDEFGHIJK2', stars: 'many', date: 'Reviewed long ago' }),
        ],
      }),
      { name: 'page.html' },
    )
    expect(reasonsOf(results)).toEqual(['created_at: dateUnreadable', 'rating: badRating, created_at: dateUnreadable'])
  })
})

describe('pages and answers without reviews', () => {
  test.each([
    [
      'Amazon’s robot check',
      '<!doctype html><html><head><title dir="ltr">Amazon.com</title></head><body><form method="get" action="/errors/validateCaptcha"></form></body></html>',
      { name: 'a.html', code: 'marketplaceRobotCheck' },
    ],
    [
      'AliExpress’ robot check as a page',
      '<html><script>var url="//www.aliexpress.com/_____tmd_____/punish?x5secdata=xx"</script></html>',
      { name: 'a.html', code: 'marketplaceRobotCheck' },
    ],
    [
      'AliExpress’ robot check as an answer',
      '{"ret":["FAIL_SYS_USER_VALIDATE","RGV587_ERROR::SM"],"data":{"url":"https://acs.example.test/punish?x=1"}}',
      { name: 'a.json', code: 'marketplaceRobotCheck' },
    ],
    [
      'Shopee’s refusal',
      '{"is_customized":false,"action_type":0,"error":90309999,"tracking_id":"x"}',
      { name: 'a.json', code: 'marketplaceRobotCheck' },
    ],
    [
      'Amazon’s login',
      '<html><head><title>Amazon Sign-In</title></head><body><form name="signIn" action="https://www.amazon.com/ap/signin"><input type="email" id="ap_email"></form></body></html>',
      { name: 'a.html', code: 'marketplaceLogin' },
    ],
    [
      'Shopee’s login',
      '<html><body><form action="/buyer/login"><input type="password"></form></body></html>',
      { name: 'a.html', code: 'marketplaceLogin' },
    ],
    [
      'CJ’s error',
      '{"code":1600100,"result":false,"message":"Param error","data":null,"requestId":"1"}',
      { name: 'a.json', code: 'marketplaceError' },
    ],
    [
      'an answer without reviews',
      '{"data":{"evaViewList":[],"totalNum":0}}',
      { name: 'a.json', code: 'noReviewsFound' },
    ],
    [
      'a page of Amazon’s without reviews',
      '<html><head><link rel="canonical" href="https://www.amazon.com/dp/B0TESTLAMP"></head><body><a href="/ap/signin">Sign in</a></body></html>',
      { name: 'a.html', code: 'noReviewsFound' },
    ],
    ['any other page', '<html><body><p>Hello</p></body></html>', { name: 'a.html', code: 'noReviewsFound' }],
    ['other JSON', '{"orders":[{"id":1}]}', { name: 'a.json', code: 'notMarketplaceReviews' }],
    ['JSON cut off', aliexpressAnswer().slice(0, 700), { name: 'a.json', code: 'notMarketplaceReviews' }],
    ['nothing but braces', '{}', { name: 'a.json', code: 'notMarketplaceReviews' }],
    [
      'reviews of two marketplaces',
      `[${aliexpressAnswer()},${shopeeAnswer()}]`,
      { name: 'a.json', code: 'notMarketplaceReviews' },
    ],
  ])('%s', async (_name, file, { name, code }) => {
    await expect(readFile(file, { name })).rejects.toMatchObject({ code })
  })

  test('are read as a table when a page has a table of reviews', async () => {
    expect(
      await readFile('<html><body><table><tr><td>body<td>rating<tr><td>Good<td>5</table></body></html>', {
        name: 'a.html',
      }),
    ).toMatchObject({ source: 'judgeme', reviews: [{ content: 'Good' }] })
  })

  test.each([
    ['AliExpress', aliexpressAnswer(), 'evaViewList'],
    ['Shopee', shopeeAnswer(), 'ratings'],
    ['CJDropshipping', cjAnswer(), 'list'],
  ])('%s are read from {reviews} and from a bare list, as from the original answer', async (_name, answer, list) => {
    const own = await readFile(answer, { name: 'a.json' })
    // Cuts the text, as JSON.parse would round the ids.
    const items = answer.slice(answer.indexOf('[', answer.indexOf(`"${list}"`)), endOfList(answer, list))
    for (const file of [items, `{"reviews":${items}}`, `{ "product": "1", "reviews": ${items}, "total": 2 }`])
      expect(await readFile(file, { name: 'a.json' })).toMatchObject({ source: own.source, reviews: own.reviews })
  })

  test('several answers in one list make one import', async () => {
    expect((await readFile(`[${cjAnswer()},\n${cjAnswer()}]`, { name: 'a.json' })).results).toHaveLength(4)
  })
})

describe('hostile answers', () => {
  const review = (content: string, extra = ''): string =>
    `{"data":{"evaViewList":[{"evaluationIdStr":"1","buyerEval":100,"buyerFeedback":${JSON.stringify(content)}${extra}}]}}`
  const long = 7.5 * 1024 * 1024

  test.each([
    ['deep lists', () => `{"data":${'['.repeat(long)}`],
    ['deep objects', () => `{"a":`.repeat(1_500_000)],
    ['millions of numbers', () => `{"data":[${'1,'.repeat(long / 2)}1]}`],
    ['millions of objects', () => `{"data":[${'{},'.repeat(long / 3)}{}]}`],
    ['a string that does not end', () => `{"data":"${'\\"'.repeat(long / 2)}`],
    ['25 MB', () => `${aliexpressAnswer()}${' '.repeat(24 * 1024 * 1024)}`],
    ['a number of 7 MB', () => `{"data":${'9'.repeat(long)}}`],
  ])('%s are refused', async (_name, file) => {
    await expect(readFile(file(), { name: 'a.json' })).rejects.toMatchObject({ code: 'notMarketplaceReviews' })
  })

  test.each([
    ['deeper than pages are', () => `<html><body>amazon.com${'<b>'.repeat(2_500_000)}`, 'notMarketplaceReviews'],
    [
      'reviews without end',
      () => `<html>${'<div data-hook="review" id="R2ABCDEFGHIJK1"></div>'.repeat(160_000)}`,
      'notMarketplaceReviews',
    ],
    ['7 MB of marks', () => `<html>${'<i data-hook="total-review-count"></i>'.repeat(190_000)}`, 'noReviewsFound'],
    ['7 MB of logins', () => `<html>${'/ap/signin?'.repeat(700_000)}`, 'noReviewsFound'],
    ['7 MB of bodies and spaces', () => `<html>${'<body>'.repeat(200)}${' '.repeat(long)}`, 'noReviewsFound'],
  ])('a page of %s', async (_name, file, code) => {
    await expect(readFile(file(), { name: 'a.html' })).rejects.toMatchObject({ code })
  })

  test('with a text of 7 MB lose that row only', async () => {
    const { results } = await readFile(`[${review('x'.repeat(long))},${review('Good')}]`, {
      name: 'a.json',
      answers: { long: 'skip' },
    })
    expect(reasonsOf(results)).toEqual(['body: contentTooLong', 'ok'])
  })

  test('with line breaks only give a review without text', async () => {
    const { results } = await readFile(
      amazonPage({
        reviews: [
          `<div data-hook="review" id="R2ABCDEFGHIJK1"><p data-hook="review-body">${'<br>'.repeat(100_000)}</p></div>`,
        ],
      }),
      { name: 'a.html' },
    )
    expect(reasonsOf(results)).toEqual(['rating: ratingMissing'])
  })

  test.each([
    ['a script', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a script in entities', '&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
    ['a NUL', 'a\u0000b', 'ab'],
    ['a formula', '=HYPERLINK("http://evil.example.test")', '=HYPERLINK("http://evil.example.test")'],
    ['quotes, lines and commas', '"a",\r\n"b"', '"a",\n"b"'],
  ])('%s in a text', async (_name, content, kept) => {
    const { reviews } = await readFile(review(content), { name: 'a.json' })
    expect(reviews.map((one) => one.content)).toEqual([kept])
  })

  test('keep ids of any length exact, and give no id to object property names', async () => {
    const items = [
      '"evaluationId":12345678901234567890123',
      '"evaluationId":9007199254740993',
      '"evaluationId":1',
      '"__proto__":{"evaluationIdStr":"7"}',
      '"evaluationId":{"a":1}',
      '"evaluationId":1e30',
    ]
    const file = `{"data":{"evaViewList":[${items.map((item, at) => `{${item},"buyerEval":100,"buyerFeedback":"Text ${at}"}`).join(',')}, null, 7, "x", []]}}`
    expect((await readFile(file, { name: 'a.json' })).reviews.map(({ externalId }) => externalId)).toEqual([
      'aliexpress:12345678901234567890123',
      'aliexpress:9007199254740993',
      'aliexpress:1',
      null,
      null,
      'aliexpress:1e+30',
    ])
  })

  test('with half an emoji are reported as damaged', async () => {
    expect(reasonsOf((await readFile(review('a\uD83D'), { name: 'a.json' })).results)).toEqual(['body: textDamaged'])
  })

  test('with invalid picture addresses lose and report these only', async () => {
    const { reviews, results } = await readFile(
      review('Good', ',"images":["javascript:alert(1)","https://ae01.example.test/1.jpg",5,null]'),
      { name: 'a.json' },
    )
    expect(reviews.map(({ pictures }) => pictures)).toEqual([['https://ae01.example.test/1.jpg']])
    expect(reasonsOf(results)).toEqual(['ok, photo_urls: photoAddressInvalid'])
  })
})
