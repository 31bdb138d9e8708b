import '@testing-library/jest-dom'
import { REVIEW_BOX, type ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { reviewBox, type BoxView } from '../review-box.ts'
import type { Say, ShownReview } from '../shown.ts'
import { optionalStyles, usualSwitches, type BoxSwitches } from './box-style.ts'
import { placeScript } from './place.ts'

const say: Say = (id, params) => `${id}${params ? JSON.stringify(params) : ''}`
const review: ShownReview = {
  id: '1',
  title: 'Warm',
  content: 'Keeps tea hot',
  rate: 5,
  author: 'Ada B.',
  createdAt: '2026-03-01T10:00:00.000Z',
  date: '1 Mar 2026',
  variant: 'Blue',
  verified: 'order',
  incentivized: false,
  featured: true,
  media: [{ kind: 'image', url: '/l', thumb: '/s', medium: '/m', width: 800, height: 600 }],
  reply: null,
}

/** Renders the box with some settings and switches. */
function box(
  settings: Partial<ReviewBoxSettings>,
  {
    switches = {},
    ...more
  }: Partial<Omit<BoxView, 'settings' | 'switches'>> & { switches?: Partial<BoxSwitches> } = {},
): HTMLElement {
  const all = { ...REVIEW_BOX.defaults, ...settings }
  const host = document.createElement('div')
  host.innerHTML = reviewBox({
    place: 'product',
    summary: { count: 4, average: 4.5, histogram: { 5: 3, 4: 0, 3: 1, 2: 0, 1: 0 } },
    reviews: [review],
    choice: { sort: 'recent', rate: null, after: null },
    next: 'cursor',
    settings: all,
    design: all,
    say,
    locale: 'de',
    direction: 'ltr',
    shopName: 'Shop',
    source: '/box?product=mug',
    switches: { ...usualSwitches, ...switches },
    form: { action: '/reviews', maxChars: 5000, files: null },
    ...more,
  }).text
  return host
}

const root = (host: HTMLElement) => host.querySelector('.candor-box')
const text = (selector: string) => (host: HTMLElement) => host.querySelector(selector)?.textContent
const there = (selector: string) => (host: HTMLElement) => host.querySelector(selector) !== null
const hasClass = (name: string) => (host: HTMLElement) => root(host)?.classList.contains(name)
const badge = REVIEW_BOX.defaults.badge

test.each<[string, (host: HTMLElement) => unknown, HTMLElement, HTMLElement, unknown, unknown]>([
  ['layout', hasClass('candor-grid'), box({}), box({ layout: 'grid' }), false, true],
  [
    'desktopGridColumnsCount',
    (host) => root(host)?.getAttribute('style')?.includes('--candor-wide:4'),
    box({}),
    box({ desktopGridColumnsCount: 4 }),
    false,
    true,
  ],
  [
    'mobileGridColumnsCount',
    (host) => root(host)?.getAttribute('style')?.includes('--candor-columns:2'),
    box({}),
    box({ mobileGridColumnsCount: 2 }),
    false,
    true,
  ],
  [
    'designPreset',
    hasClass('candor-design-simple'),
    box({ designPreset: 'simple' }),
    box({ designPreset: 'simple' }, { switches: { newest: false } }),
    false,
    true,
  ],
  ['cardSizeCarousel', hasClass('candor-card-small'), box({}), box({ cardSizeCarousel: 'small' }), false, true],
  [
    'mediaPositionCarousel',
    (host) => host.querySelector('.candor-shot img')?.getAttribute('src'),
    box({ layout: 'carousel' }),
    box({ layout: 'carousel', mediaPositionCarousel: 'top' }),
    '/s',
    '/m',
  ],
  ['enableUGCContent', hasClass('candor-leads'), box({}), box({}, { switches: { content: true } }), false, true],
  ['styleAvatar', text('.candor-face'), box({}), box({ styleAvatar: 'person' }), 'A', ''],
  ['styleAvatar hidden', there('.candor-face'), box({}), box({ styleAvatar: 'hidden' }), true, false],
  ['badge.enabled', there('.candor-sure'), box({}), box({ badge: { ...badge, enabled: false } }), true, false],
  [
    'badge.orderText',
    text('.candor-sure'),
    box({}),
    box({ badge: { ...badge, orderText: 'Bought here' } }),
    'widget.verifiedOrder',
    'Bought here',
  ],
  [
    'badge.style',
    there('.candor-sure .candor-unseen'),
    box({}),
    box({ badge: { ...badge, style: 'icon' } }),
    false,
    true,
  ],
  ['badge.style text', there('.candor-sure svg'), box({}), box({ badge: { ...badge, style: 'text' } }), true, false],
  [
    'enabledVariant',
    text('.candor-variant'),
    box({}),
    box({ enabledVariant: false }),
    'widget.ofVariant{"variant":"Blue"}',
    undefined,
  ],
  [
    'summaryButton.enabled',
    there('.candor-head .candor-act'),
    box({}),
    box({ summaryButton: { enabled: false, text: '' } }),
    true,
    false,
  ],
  [
    'summaryButton.text',
    text('.candor-head .candor-act'),
    box({}),
    box({ summaryButton: { enabled: true, text: 'Tell us' } }),
    'widget.write',
    'Tell us',
  ],
  [
    'formType',
    there('button[popovertarget=candor-write] ~ *, #candor-write[popover]'),
    box({}),
    box({ formType: 'popup' }),
    false,
    true,
  ],
  [
    'hasPolicy',
    text('.candor-policy'),
    box({ policy: 'Be fair.' }),
    box({ hasPolicy: true, policy: 'Be fair.' }),
    undefined,
    'Be fair.',
  ],
  ['paging', there('#candor-more[data-candor-more]'), box({}), box({ paging: 'pages' }), true, false],
  [
    'isInfiniteScrollingBlockAll',
    (host) => [there('[data-candor-endless]')(host), there('[data-candor-more]')(host)].join(),
    box({ paging: 'pages' }),
    box({ paging: 'pages' }, { switches: { endless: true } }),
    'false,false',
    'true,true',
  ],
  ['hideProductDetailOnSeeMore', hasClass('candor-lean'), box({}), box({}, { switches: { lean: true } }), false, true],
  ['customCss', there('style'), box({}), box({ customCss: '.candor-title{color:red}' }), false, true],
  [
    'enableGGTopQuality',
    there('.candor-quality-bottomLeft'),
    box({}),
    box({}, { switches: { topQuality: { count: 12, average: 4.6, position: 'bottomLeft' } } }),
    false,
    true,
  ],
  [
    'inlinePosition',
    (host) => root(host)?.getAttribute('data-candor-at') ?? null,
    box({ customPosition: '#at' }),
    box({ inlinePosition: 'custom', customPosition: '#at' }),
    null,
    '#at',
  ],
  ['requiredName', there('#candor-name[required]'), box({}), box({ requiredName: false }), true, false],
])('changes the box by %s', (...[, read, before, after, was, is]) => {
  expect([read(before), read(after)]).toEqual([was, is])
})

test('marks a featured review, and shows the corner badge on product pages only', () => {
  expect(box({}).querySelector('.candor-featured')).not.toBeNull()
  const switches = { topQuality: { count: 12, average: 4.6, position: 'bottomRight' as const } }
  expect(box({}, { switches }).querySelector('.candor-quality')).toHaveTextContent('4,6')
  expect(box({}, { switches }).textContent).not.toContain('Google')
  expect(box({}, { switches, place: 'reviews' }).querySelector('.candor-quality')).toBeNull()
})

test('links URLs in the policy and nothing else', () => {
  const links = box({
    hasPolicy: true,
    policy: 'See https://shop.test/policy. <b>Not</b> javascript:alert(1) https://a.test/"x',
  }).querySelectorAll('.candor-policy a')
  expect([...links].map((link) => link.getAttribute('href'))).toEqual(['https://shop.test/policy', 'https://a.test/'])
})

test.each([
  ['before', 'before'],
  ['after', 'after'],
  ['inside', 'append'],
] as const)('moves the box %s by the script', (customPositionDirection, method) => {
  document.body.innerHTML = '<main><p id="at"></p></main>'
  const host = box({ inlinePosition: 'custom', customPosition: '#at', customPositionDirection })
  document.body.append(...host.childNodes)
  const script = document.querySelector('script')
  expect(script?.textContent).toBe(placeScript)
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  globalThis.eval(placeScript)
  const section = document.querySelector('.candor-box')
  const at = document.querySelector('#at')
  expect(
    { before: section?.nextElementSibling, after: section?.previousElementSibling, append: section?.parentElement }[
      method
    ],
  ).toBe(at)
  delete (document as { currentScript?: unknown }).currentScript
})

test('loads only the styles of the chosen settings', () => {
  const of = (settings: Partial<ReviewBoxSettings>, switches: Partial<BoxSwitches> = {}) =>
    optionalStyles({ settings: { ...REVIEW_BOX.defaults, ...settings }, switches: { ...usualSwitches, ...switches } })
  expect(of({})).toEqual([])
  expect(of({ designPreset: 'simple' }, { newest: false })).toEqual(['looks/simple'])
  expect(of({ styleAvatar: 'square', formType: 'popup' })).toEqual(['looks/options', 'submit-form'])
})
