import { readdirSync, readFileSync } from 'node:fs'
import '@testing-library/jest-dom'
import { REVIEW_BOX, STAR_ICONS } from '../../../rules/settings/review-box.ts'
import { STAR_RATING } from '../../../rules/settings/star-rating.ts'
import { buildChoiceQuery } from './address.ts'
import { html } from './html.ts'
import { jsonLd } from './json-ld.ts'
import { themeStyle } from './theme-style.ts'
import { reviewBox, type BoxView } from './review-box.ts'
import type { Say, ShownReview } from './shown.ts'
import { starRating } from './star-rating.ts'
import { stars } from './reviews/stars.ts'

const say: Say = (id, params) => `${id}${params ? JSON.stringify(params) : ''}`
const review: ShownReview = {
  id: '1',
  title: 'Warm',
  content: 'Keeps tea hot',
  rate: 5,
  author: 'Ada B.',
  createdAt: '2026-03-01T10:00:00.000Z',
  date: '1 Mar 2026',
  verified: null,
  incentivized: false,
  media: [],
  reply: null,
}
const histogram = { 5: 3, 4: 0, 3: 1, 2: 0, 1: 0 }
const view = (more: Partial<BoxView> = {}): BoxView => ({
  place: 'product',
  summary: { count: 4, average: 4.5, histogram },
  reviews: [review],
  choice: { sort: 'recent', rate: null, after: null },
  next: 'cursor',
  settings: REVIEW_BOX.defaults,
  design: REVIEW_BOX.defaults,
  say,
  locale: 'de',
  direction: 'ltr',
  shopName: 'Shop',
  source: 'https://c.test/box?product=mug',
  form: {
    action: 'https://c.test/reviews',
    maxChars: 5000,
    files: { accept: '.png,.mp4', label: 'Files', hint: 'Few', add: 'Add', data: { videos: 1, 'wrong-type': '"no' } },
  },
  ...more,
})
function dom(markup: { text: string }): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = markup.text
  return host
}
const box = (more: Partial<BoxView> = {}) => dom(reviewBox(view(more)))

test('escapes values in text and attributes; writes markup, lists and empty values', () => {
  const evil = `"><script>'&`
  expect(html`<a title="${evil}">${evil}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</a>',
  )
  expect(
    html`<p>
    ${[html`<b>1</b>`, html`<b>2</b>`]}${null}${false}${undefined}${0}
  </p>`.text,
  ).toBe('<p><b>1</b><b>2</b>0</p>')
})

test('keeps a text’s line breaks', () => {
  expect(html`<p>${'one\n  two'}</p>`.text).toBe('<p>one\n  two</p>')
})

test('fills a rating to the tenth and describes it as text', () => {
  const row = dom(stars(4.56, 'label')).querySelector('.candor-stars')
  expect(row).toHaveAttribute('style', '--candor-rate:4.6')
  expect(row).toHaveAttribute('aria-label', 'label')
  expect(dom(starRating({ ...view(), settings: STAR_RATING.defaults }))).toHaveTextContent('4,5')
})

test.each(STAR_ICONS)('draws %s by its own class', (starIconType) => {
  expect(box({ settings: { ...REVIEW_BOX.defaults, starIconType } }).querySelector('.candor-box')).toHaveClass(
    `candor-icon-${starIconType}`,
  )
})

test('selects the direction by `dir`, because :dir() also follows the surrounding page', () => {
  expect(
    readdirSync('client/storefront/styles', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(`client/storefront/styles/${file}`, 'utf8'))
      .join('')
      .replace(/\/\*[^]*?\*\//g, ''),
  ).not.toContain(':dir(')
})

test('writes only valid colors into the style', () => {
  const colours = { ...REVIEW_BOX.defaults.colours, text: '#1e1b16', star: 'red;background:url(//evil.test)' }
  const style = themeStyle({ ...REVIEW_BOX.defaults, colours })
  expect(style).not.toContain('url')
  expect(style).toContain('--candor-text:#1e1b16')
})

test('links bars to their reviews, the chosen one back to all, and empty ones nowhere', () => {
  const bars = box({ choice: { sort: 'highest', rate: 5, after: 'x' } })
  expect(bars.querySelector('#candor-rate-5')?.getAttribute('href')).toBe('?candor_sort=highest#candor-reviews')
  expect(bars.querySelector('#candor-rate-5')).toHaveAttribute('aria-current', 'true')
  expect(bars.querySelector('#candor-rate-3')?.getAttribute('href')).toBe(
    '?candor_sort=highest&candor_rate=3#candor-reviews',
  )
  expect(bars.querySelector('#candor-rate-4')).toBeNull()
})

test('distinguishes reviews verified by an order from those marked by the shop', () => {
  const badge = (verified: ShownReview['verified']) =>
    box({ reviews: [{ ...review, verified }] }).querySelector('.candor-sure')?.textContent
  expect([badge('order'), badge('shop'), badge(null)]).toEqual([
    'widget.verifiedOrder',
    'widget.verifiedShop',
    undefined,
  ])
})

test('invites to write the first review', () => {
  const page = box({
    summary: { count: 0, average: 0, histogram: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 } },
    reviews: [],
    next: null,
  })
  expect(page).toHaveTextContent('widget.first')
  expect(page.querySelector('.candor-tools')).toBeNull()
  expect(page.querySelector('#candor-write form')).toHaveAttribute('action', 'https://c.test/reviews')
})

test('reserves space for pictures and folds long texts', () => {
  const page = box({
    reviews: [
      {
        ...review,
        content: 'long '.repeat(200),
        media: [{ kind: 'image', url: '/l', thumb: '/s', width: 800, height: 600 }],
      },
    ],
  })
  expect(page.querySelector('.candor-shot img')).toHaveAttribute('width', '84')
  expect(page.querySelector('.candor-fold input')).not.toBeChecked()
  expect(box().querySelector('.candor-fold')).toBeNull()
})

test('names a video with or without poster, and has a form field for the poster', () => {
  const video = { kind: 'video', url: '/v', thumb: '/p', width: 800, height: 600 } as const
  const page = box({ reviews: [{ ...review, media: [video, { ...video, thumb: null }] }] })
  const [first, second] = page.querySelectorAll('.candor-film')
  expect([first?.getAttribute('href'), first?.getAttribute('aria-label'), first?.querySelector('img')?.alt]).toEqual([
    '/v',
    'widget.video{"number":1,"author":"Ada B."}',
    '',
  ])
  expect([second?.getAttribute('aria-label'), second?.querySelector('img')]).toEqual([
    'widget.video{"number":2,"author":"Ada B."}',
    null,
  ])
  const [files, poster] = page.querySelectorAll<HTMLInputElement>('.candor-files input')
  expect([files?.dataset['wrongType'], poster?.name, poster?.hidden]).toEqual(['"no', 'poster', true])
})

test('writes only the choice into a URL', () => {
  expect(buildChoiceQuery({ sort: 'media', rate: 2, after: 'a+b=' })).toBe(
    '?candor_sort=media&candor_rate=2&candor_after=a%2Bb%3D#candor-reviews',
  )
})

test('names the product once in structured data, with only shown data that can’t end its script', () => {
  const product = { name: '</script><!--', url: 'https://shop.test/p', image: null, description: '' }
  const text = jsonLd({ product, summary: { count: 1, average: 5, histogram }, reviews: [review] }) ?? ''
  expect(text).not.toMatch(/[<>]/)
  expect(JSON.parse(text)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': 'https://shop.test/p#product',
    name: '</script><!--',
    url: 'https://shop.test/p',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 5, reviewCount: 1, bestRating: 5, worstRating: 1 },
    review: [
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ada B.' },
        datePublished: '2026-03-01',
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
        name: 'Warm',
        reviewBody: 'Keeps tea hot',
      },
    ],
  })
  expect(jsonLd({ product, summary: { count: 0, average: 0, histogram }, reviews: [] })).toBeNull()
})
