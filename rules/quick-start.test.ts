import { QUICK_START, QUICK_START_ITEMS, quickStart, type QuickStartFacts } from './quick-start.ts'

const nothing: QuickStartFacts = {
  appStatus: false,
  reviewBoxSet: false,
  importedReviews: 0,
  starRatingSet: false,
  discountEnabled: false,
  remindersSet: false,
  richSnippets: false,
  carouselEnabled: false,
}

test('lists the items of spec 2 in order', () => {
  expect(QUICK_START_ITEMS).toEqual([
    'enableApp',
    'displayReview',
    'importReview',
    'starRating',
    'discount',
    'reviewReminder',
    'googleSnippet',
    'reviewCarousel',
  ])
})

test.each([
  ['enableApp', { appStatus: true }],
  ['displayReview', { reviewBoxSet: true }],
  ['importReview', { importedReviews: 1 }],
  ['starRating', { starRatingSet: true }],
  ['discount', { discountEnabled: true }],
  ['reviewReminder', { remindersSet: true }],
  ['googleSnippet', { richSnippets: true }],
  ['reviewCarousel', { carouselEnabled: true }],
] as const)('%s is done once only %o is set', (item, fact) => {
  const done = QUICK_START_ITEMS.filter((each) => QUICK_START[each].done({ ...nothing, ...fact }))
  expect(done).toEqual([item])
})

test('every item except the switch links to a page with a back link', () => {
  for (const item of QUICK_START_ITEMS.filter((each) => each !== 'enableApp'))
    expect(QUICK_START[item].path).toContain('quickstart=true')
})

test('shows the built items in order', () => {
  expect(quickStart({ ...nothing, importedReviews: 3 }).map(({ id, done }) => [id, done])).toEqual([
    ['enableApp', false],
    ['displayReview', false],
    ['importReview', true],
    ['starRating', false],
    ['discount', false],
    ['reviewReminder', false],
    ['googleSnippet', false],
    ['reviewCarousel', false],
  ])
})
