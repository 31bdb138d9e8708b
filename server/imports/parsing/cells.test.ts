import { detectDateOrder, readDate } from './dates.ts'
import { bindColumns, readHeader } from './header.ts'
import { readRating } from './ratings.ts'
import { cleanText, isCutFrom, looksGarbled } from './text.ts'

describe('ratings', () => {
  test.each([
    ['5', 5, { rate: 5, original: null }],
    [' 4 ', 5, { rate: 4, original: null }],
    ['4.0', 5, { rate: 4, original: '4.0' }],
    ['4,6', 5, { rate: 5, original: '4,6' }],
    ['2.5', 5, { rate: 3, original: '2.5' }],
    ['5 stars', 5, { rate: 5, original: '5 stars' }],
    ['4/5', 5, { rate: 4, original: '4/5' }],
    ['8/10', 5, { rate: 4, original: '8/10' }],
    ['★★★☆☆', 5, { rate: 3, original: '★★★☆☆' }],
    ['⭐️⭐️⭐️', 5, { rate: 3, original: '⭐️⭐️⭐️' }],
    ['★★★★★', 10, { rate: 5, original: '★★★★★' }],
    ['★★☆☆☆', 10, { rate: 2, original: '★★☆☆☆' }],
    ['★★☆☆☆☆☆☆☆☆', 10, { rate: 1, original: '★★☆☆☆☆☆☆☆☆' }],
    ['★★★★★★★★', 10, { rate: 4, original: '★★★★★★★★' }],
    ['⭐️⭐️⭐️⭐️⭐️', 10, { rate: 5, original: '⭐️⭐️⭐️⭐️⭐️' }],
    ['5 stars', 10, { rate: 3, original: '5 stars' }],
    ['4,5 étoiles', 10, { rate: 2, original: '4,5 étoiles' }],
    ['8 stars', 10, { rate: 4, original: '8 stars' }],
    ['10', 10, { rate: 5, original: '10' }],
    ['8', 10, { rate: 4, original: '8' }],
    ['7', 10, { rate: 4, original: '7' }],
    ['1', 10, { rate: 1, original: '1' }],
    ['4/5', 10, { rate: 4, original: '4/5' }],
    ['', 5, { reason: 'ratingMissing' }],
    ['0', 5, { reason: 'ratingZero' }],
    ['0', 10, { reason: 'ratingZero' }],
    ['great', 5, { reason: 'badRating' }],
    ['-1', 5, { reason: 'badRating' }],
    ['9.1E+12', 5, { reason: 'badRating' }],
    ['10', 5, { reason: 'ratingOutOfRange', params: { min: 1, max: 5 } }],
    ['12', 10, { reason: 'ratingOutOfRange', params: { min: 1, max: 10 } }],
    ['5.0 out of 5 stars', 10, { rate: 5, original: '5.0 out of 5 stars' }],
    ['Rated 4 out of 5', 5, { rate: 4 }],
    ['Bewertet mit 4,0 von 5 Sternen', 5, { rate: 4 }],
    ['4,0 sur 5 étoiles', 5, { rate: 4 }],
    ['4,0 su 5 stelle', 5, { rate: 4 }],
    ['4,0 de 5 estrellas', 5, { rate: 4 }],
    ['4,0 van 5 sterren', 5, { rate: 4 }],
    ['5つ星のうち4.0', 5, { rate: 4 }],
    ['별 5개 중 4.0개', 5, { rate: 4 }],
    ['4.0 颗星，最多 5 颗星', 5, { rate: 4 }],
    ['4/5 stars', 5, { rate: 4 }],
    ['4 of 5', 5, { rate: 4 }],
    ['5★', 5, { rate: 5 }],
    ['★5', 5, { rate: 5 }],
    ['5-star', 5, { rate: 5 }],
    ['5 Sterren', 5, { rate: 5 }],
    ['5 stelle', 5, { rate: 5 }],
    ['5 estrelas', 5, { rate: 5 }],
    ['4점', 5, { rate: 4 }],
    ['４', 5, { rate: 4 }],
    ['★★★★½', 5, { rate: 5, rounded: true }],
    ['3½', 5, { rate: 4, original: '3½', rounded: true }],
    ['3 ½ stars', 5, { rate: 4 }],
    ['3 1/2', 5, { rate: 4 }],
    ['4¼', 5, { rate: 4 }],
    ['0.5/5', 5, { rate: 1 }],
    ['½', 5, { reason: 'ratingOutOfRange' }],
    ['FOUR', 5, { rate: 4, original: 'FOUR' }],
    ['80%', 5, { rate: 4, original: '80%' }],
    ['16/20', 5, { rate: 4 }],
    ['0.2', 1, { rate: 1, original: '0.2' }],
    ['0.7', 1, { rate: 4, rounded: true }],
    ['1', 1, { rate: 5, original: '1' }],
    ['100', 100, { rate: 5, original: '100' }],
    ['60', 100, { rate: 3 }],
    ['0.8', 5, { reason: 'ratingOutOfRange', params: { min: 1, max: 5 } }],
    ['1 to 5', 5, { reason: 'badRating' }],
    ['0.3', 5, { reason: 'ratingOutOfRange', params: { min: 1, max: 5 } }],
  ] as const)('%j on a scale of %d', (cell, scale, expected) => {
    expect(readRating(cell, scale)).toMatchObject(expected)
  })
})

describe('dates', () => {
  test.each([
    ['2025-03-02 10:12:00 UTC', '2025-03-02T10:12:00.000Z'],
    ['2025-03-02T10:12:00Z', '2025-03-02T10:12:00.000Z'],
    ['2025-03-02T10:12:00.123Z', '2025-03-02T10:12:00.000Z'],
    ['2023-06-01T10:00:00-04:00', '2023-06-01T14:00:00.000Z'],
    ['2023-06-01 10:00', '2023-06-01T10:00:00.000Z'],
    ['2024-07-18 15:23:00 UTC  ', '2024-07-18T15:23:00.000Z'],
    ['2025-01-10', '2025-01-10T12:00:00.000Z'],
    ['2025/01/10', '2025-01-10T12:00:00.000Z'],
    ['31/12/2024', '2024-12-31T12:00:00.000Z'],
    ['31/12/24', '2024-12-31T12:00:00.000Z'],
    ['31.12.2024', '2024-12-31T12:00:00.000Z'],
    ['5-3-2024 14:30', '2024-03-05T14:30:00.000Z'],
    ['5/3/2024 2:30 PM', '2024-03-05T14:30:00.000Z'],
    ['12 Mar 2025', '2025-03-12T12:00:00.000Z'],
    ['12-Mar-2025', '2025-03-12T12:00:00.000Z'],
    ['12-Mar-25', '2025-03-12T12:00:00.000Z'],
    ['2-Mar-25 14:30', '2025-03-02T14:30:00.000Z'],
    ['12 March 25', '2025-03-12T12:00:00.000Z'],
    ['March 12, 2025', '2025-03-12T12:00:00.000Z'],
    ['Wed, Mar 12, 2025', '2025-03-12T12:00:00.000Z'],
    ['45376', '2024-03-25T12:00:00.000Z'],
    ['45376.25', '2024-03-25T06:00:00.000Z'],
    ['1741774320', '2025-03-12T10:12:00.000Z'],
    ['Reviewed in the United States on September 3, 2021', '2021-09-03T12:00:00.000Z'],
    ['Rezension aus Deutschland vom 4. Juli 2022', '2022-07-04T12:00:00.000Z'],
    ['Commenté en France le 4 juillet 2022', '2022-07-04T12:00:00.000Z'],
    ['2022年7月4日に日本でレビュー済み', '2022-07-04T12:00:00.000Z'],
    ['Mon Aug 10 2015 14:16:38 GMT+0200 (Central European Summer Time)', '2015-08-10T12:16:38.000Z'],
    ['Mon, 10 Aug 2015 14:16:38 GMT', '2015-08-10T14:16:38.000Z'],
    ['Mon Aug 10 14:16:38 +0000 2015', '2015-08-10T14:16:38.000Z'],
    ['Monday, 4 July 2022', '2022-07-04T12:00:00.000Z'],
    ['July 4, 2022 at 10:05 PM', '2022-07-04T22:05:00.000Z'],
    ['4. Juli 2022', '2022-07-04T12:00:00.000Z'],
    ['1er mars 2021', '2021-03-01T12:00:00.000Z'],
    ['lunes, 4 de julio de 2022, 10:05', '2022-07-04T10:05:00.000Z'],
    ['4 luglio 2022', '2022-07-04T12:00:00.000Z'],
    ['4 de março de 2022', '2022-03-04T12:00:00.000Z'],
    ['4 mei 2022', '2022-05-04T12:00:00.000Z'],
    ['2022년 7월 4일', '2022-07-04T12:00:00.000Z'],
    ['2022年7月4日(月) 10:05', '2022-07-04T10:05:00.000Z'],
    ['2022. 7. 4. 오후 3:05', '2022-07-04T15:05:00.000Z'],
    ['20220704', '2022-07-04T12:00:00.000Z'],
    ['20220704T100500Z', '2022-07-04T10:05:00.000Z'],
    ['2022-Jul-04', '2022-07-04T12:00:00.000Z'],
    ['2022-07-04 10:05:00 EST', '2022-07-04T15:05:00.000Z'],
    ['2022-07-04 10:05:00 CEST', '2022-07-04T08:05:00.000Z'],
    ['04/07/2022 10:05 p. m.', '2022-07-04T22:05:00.000Z'],
    ['5 days after 4 July', null],
    ['YYYY-MM-DD', null],
    ['2025-02-30', null],
    ['32/01/2025', null],
    ['1970-01-01', null],
    ['yesterday', null],
    ['31-Feb-25', null],
    ['12-Mar-025', null],
    ['2025-01-10 25:00', null],
  ])('%j, the day first', (cell, expected) => {
    expect(readDate(cell, 'dmy')?.at.toISOString() ?? null).toBe(expected)
  })

  test('are read with the month first', () => {
    expect(readDate('05/03/2024', 'mdy')).toMatchObject({ at: new Date('2024-05-03T12:00:00Z'), day: '2024-05-03' })
    expect(readDate('31/12/2024', 'mdy')).toBeNull()
  })

  test('keep the day as written', () => {
    expect(readDate('2023-06-01T22:00:00-04:00', 'dmy')).toMatchObject({
      at: new Date('2023-06-02T02:00:00Z'),
      day: '2023-06-01',
    })
  })

  test.each([
    ['2025-03-02', '2025-03-01T10:00:00.000Z'],
    ['45376', '2024-03-24T10:00:00.000Z'],
    ['2025-03-02 10:12', '2025-03-01T20:12:00.000Z'],
    ['45376.25', '2024-03-24T16:00:00.000Z'],
    ['2025-03-02 10:12 UTC', '2025-03-02T10:12:00.000Z'],
    ['2025-03-02T10:12:00+02:00', '2025-03-02T08:12:00.000Z'],
    ['1741774320', '2025-03-12T10:12:00.000Z'],
  ])('%j was at the earliest at %s', (cell, earliest) => {
    expect(readDate(cell, 'dmy')?.earliest.toISOString()).toBe(earliest)
  })

  test.each([
    ['31/12/2024', 'dmy'],
    ['12/31/2024', 'mdy'],
    ['05/03/2024', 'either'],
    ['05/05/2024', 'same'],
    ['2024-03-05', null],
    ['5.3.2024', null],
    ['31/12/2024 10h30', null],
    ['31/02/2024', null],
    ['02/30/2024', null],
    ['31/12/2024 10:30', 'dmy'],
    ['12/31/2024 10:30 PM', 'mdy'],
    ['05/03/2024 noonish', null],
  ])('%j says %j', (cell, order) => {
    expect(detectDateOrder(cell)).toBe(order)
  })
})

describe('header', () => {
  test('shortens long column names, keeps them distinct and reads them back unchanged', () => {
    const { names, keys } = readHeader(['a'.repeat(30_000), `${'a'.repeat(30_000)}b`, 'body'])
    expect(names).toEqual(['a'.repeat(200), `${'a'.repeat(196)} (2)`, 'body'])
    expect(new Set(keys).size).toBe(3)
    expect(readHeader(names)).toEqual({ names, keys })
  })

  test('ignores case, byte order mark, spaces and signs, and binds a column to one field', () => {
    const header = readHeader(['\uFEFFReview Title', 'BODY', 'reviewer-name', 'body'])
    expect(
      bindColumns(header, {
        content: ['body'],
        title: ['title', 'review_title'],
        author: ['reviewer_name'],
        reply: ['body'],
      }),
    ).toEqual(
      new Map([
        ['content', 1],
        ['title', 0],
        ['author', 2],
      ]),
    )
  })
})

describe('text', () => {
  test.each([
    ['Lovely', 'Lovely', true],
    [
      'The body of this review goes on and on for long...',
      'The body of this review goes on and on for longer than fifty characters',
      true,
    ],
    ['The body of this…', 'The body\nof this review', true],
    [
      'The body of this review goes on and on for lo',
      'The body of this review goes on and on for longer than fifty characters',
      true,
    ],
    ['Lovely', 'Lovely mug', false],
    ['Lovely...', 'A mug', false],
    ['', 'A mug', true],
  ])('title %j of %j is only its beginning: %s', (title, content, expected) => {
    expect(isCutFrom(title, content)).toBe(expected)
  })

  test('loses control characters and keeps line breaks', () => {
    expect(cleanText(' a\u0000b\u001B\nc\r\n ')).toBe('ab\nc')
  })

  test.each([
    ['llegÃ³ rÃ¡pido', true],
    ['itâ€™s fine', true],
    ['ÐžÑ‚Ð»Ð¸Ñ‡Ð½Ð¾', true],
    ['llegó rápido', false],
    ['Â', false],
    ['ÃO', false],
  ])('%j is garbled: %s', (text, expected) => {
    expect(looksGarbled(text)).toBe(expected)
  })
})
