import { writeDocument } from './document.ts'
import { chooseDefaultSort, REVIEW_BOX, applyPalette } from './review-box.ts'

const write = (patch: object) => writeDocument(REVIEW_BOX, 'pro', { current: REVIEW_BOX.defaults, patch })

test.each<[object, string, string]>([
  [{ designPreset: 'v2' }, 'designPreset', 'valueInvalid'],
  [{ preset: 'pink' }, 'preset', 'valueInvalid'],
  [{ desktopGridColumnsCount: 5 }, 'desktopGridColumnsCount', 'valueInvalid'],
  [{ mobileGridColumnsCount: 3 }, 'mobileGridColumnsCount', 'valueInvalid'],
  [{ cardSizeCarousel: 'huge' }, 'cardSizeCarousel', 'valueInvalid'],
  [{ mediaPositionCarousel: 'left' }, 'mediaPositionCarousel', 'valueInvalid'],
  [{ inlinePosition: 'custom' }, 'customPosition', 'required'],
  [{ customPosition: 'a{color:red}' }, 'customPosition', 'valueInvalid'],
  [{ customPosition: '</script>' }, 'customPosition', 'valueInvalid'],
  [{ customPositionDirection: 'above' }, 'customPositionDirection', 'valueInvalid'],
  [{ perPage: 0 }, 'perPage', 'betweenEqual'],
  [{ perPage: 51 }, 'perPage', 'betweenEqual'],
  [{ paging: 'endless' }, 'paging', 'valueInvalid'],
  [{ font: 'Comic Sans' }, 'font', 'valueInvalid'],
  [{ styleAvatar: 'cat' }, 'styleAvatar', 'valueInvalid'],
  [{ badge: { style: 'loud' } }, 'badge.style', 'valueInvalid'],
  [{ badge: { orderText: 'Sure', shopText: 'sure' } }, 'badge.shopText', 'valueInvalid'],
  [{ badge: { orderText: 'x'.repeat(41) } }, 'badge.orderText', 'fillAtMost'],
  [{ summaryButton: { text: 'x'.repeat(61) } }, 'summaryButton.text', 'fillAtMost'],
  [{ policy: 'x'.repeat(1001) }, 'policy', 'fillAtMost'],
  [{ formType: 'drawer' }, 'formType', 'valueInvalid'],
  [{ isPrioritizeImageReviews: 'yes' }, 'isPrioritizeImageReviews', 'valueInvalid'],
])('refuses %j under its field', (patch, path, code) => {
  expect(write(patch)).toMatchObject({ ok: false, problems: [{ path, code }] })
})

test('accepts valid values', () => {
  expect(
    write({
      inlinePosition: 'custom',
      customPosition: '.product > [data-x="1"]:nth-child(2)',
      font: 'Playfair Display',
      perPage: 50,
      badge: { orderText: 'Bought', shopText: 'Known' },
    }),
  ).toMatchObject({ ok: true })
})

test('applies a palette’s colors; `custom` keeps the document’s own', () => {
  const colours = { ...REVIEW_BOX.defaults.colours, star: '#123456' }
  expect(applyPalette({ preset: 'custom', colours }).colours.star).toBe('#123456')
  expect(applyPalette({ preset: 'night', colours }).colours.star).toBe('#f0ae35')
})

test('puts photos first in the newest order only, if the shop wants that', () => {
  const settings = { sortingDefault: 'recent', isPrioritizeImageReviews: true } as const
  expect([
    chooseDefaultSort(settings, false),
    chooseDefaultSort({ ...settings, isPrioritizeImageReviews: false }, true),
    chooseDefaultSort({ ...settings, sortingDefault: 'highest' }, true),
  ]).toEqual(['media', 'media', 'highest'])
})
