import { QUICK_START_ITEMS, QUICK_START, quickStart, type QuickStartFacts } from './quick-start.ts'

const done: QuickStartFacts = {
  appStatus: true,
  boxPlaced: true,
  hasReview: true,
  starsOn: true,
  starsPlaced: true,
  discountOn: true,
  canCreateCodes: true,
  requestsOn: true,
  mailPaused: false,
  hasRequest: true,
  snippetsOn: true,
  snippetValid: true,
  carouselOn: true,
  carouselPlaced: true,
}

test('lists the items of spec 2 in order, all done', () => {
  expect(quickStart(done).map(({ item, gap }) => [item, gap])).toEqual([
    ['enableApp', null],
    ['displayReview', null],
    ['importReview', null],
    ['starRating', null],
    ['discount', null],
    ['reviewReminder', null],
    ['googleSnippet', null],
    ['reviewCarousel', null],
  ])
})

test.each([
  [{ appStatus: false }, { enableApp: 'appOff', googleSnippet: 'appOff' }],
  [{ boxPlaced: false }, { displayReview: 'notInTheme', googleSnippet: 'notInTheme' }],
  [{ boxPlaced: null }, { displayReview: 'unchecked', googleSnippet: 'unchecked' }],
  [{ hasReview: false }, { importReview: 'noReview' }],
  [{ starsOn: false }, { starRating: 'widgetOff' }],
  [{ starsPlaced: false }, { starRating: 'notInTheme' }],
  [{ discountOn: false, canCreateCodes: false }, { discount: 'noDiscount' }],
  [{ canCreateCodes: false }, { discount: 'noAccess' }],
  [{ requestsOn: false }, { reviewReminder: 'requestsOff' }],
  [{ mailPaused: true }, { reviewReminder: 'mailPaused' }],
  [{ hasRequest: false }, { reviewReminder: 'noRequest' }],
  [{ snippetsOn: false }, { googleSnippet: 'snippetOff' }],
  [{ snippetValid: null }, { googleSnippet: 'noRatedProduct' }],
  [{ snippetValid: false }, { googleSnippet: 'snippetInvalid' }],
  [{ carouselOn: false }, { reviewCarousel: 'widgetOff' }],
  [{ carouselPlaced: null }, { reviewCarousel: 'unchecked' }],
] satisfies [Partial<QuickStartFacts>, object][])('%o leaves %o open', (facts, gaps) => {
  const open = quickStart({ ...done, ...facts }).filter(({ gap }) => gap !== null)
  expect(Object.fromEntries(open.map(({ item, gap }) => [item, gap]))).toEqual(gaps)
})

test('every item except the switch links to a page with a back link', () => {
  for (const item of QUICK_START_ITEMS.filter((each) => each !== 'enableApp'))
    expect(QUICK_START[item].path).toContain('quickstart=true')
})
