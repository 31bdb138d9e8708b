import { cardSize, cardSvg, codePlace } from './card.ts'
import { LABEL_WIDTHS, PAPERS, sheetLayout, type LabelSize, type Paper } from './sheet.ts'
import { fitText, linesOf, widthOf } from './text.ts'
import { isScannable, presetDesigns, QR, QR_PRESETS } from '../settings/qr.ts'
import { takeCharacters } from '../visible-text.ts'

test.each(QR_PRESETS)('a %s card keeps its code clear of texts, in a color that scans', (name) => {
  for (const [title, description] of [
    ['', ''],
    ['Scan me to REVIEW', 'x'.repeat(110)],
    ['W'.repeat(20), '文'.repeat(110)],
  ] as const) {
    for (const hasPicture of [false, true]) {
      const { x, y, side } = codePlace({ ...QR.defaults, name, title, description }, hasPicture, 37)
      expect({
        x: x > 0,
        y: y > 0,
        right: x + side < cardSize.width,
        bottom: y + side < cardSize.height,
        side: side > 150,
      }).toEqual({ x: true, y: true, right: true, bottom: true, side: true })
    }
  }
  expect(isScannable(presetDesigns[name].codeColor)).toBe(true)
})

test('the defaults match the default preset', () => {
  expect(QR.defaults).toMatchObject({ name: 'colorful', ...presetDesigns.colorful })
})

test('draws a card without a code, for a printer that adds it', () => {
  const code = { size: 21, path: 'M0 0h1v1h-1z' }
  expect([null, code].map((each) => cardSvg({ design: QR.defaults, code: each }).includes(code.path))).toEqual([
    false,
    true,
  ])
})

test('breaks lines between words, within long words, and anywhere in Chinese', () => {
  for (const text of ['Tell us what you think of it', 'x'.repeat(60), '请告诉我们您的想法请告诉我们您的想法']) {
    const lines = linesOf(text, 'Inter', 8)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((line) => widthOf(line, 'Inter') > 8)).toEqual([])
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  }
  expect(linesOf('one\ntwo', 'Inter', 50)).toEqual(['one', 'two'])
  expect(fitText('', { font: 'Inter', width: 100, lines: 1, sizes: [40, 20] })).toEqual({ size: 40, lines: [] })
})

test('cuts text by characters, not by code units', () => {
  expect([takeCharacters('abc', 5), takeCharacters('😀😀😀', 2)]).toEqual(['abc', '😀😀'])
})

test.each(
  (Object.keys(PAPERS) as Paper[]).flatMap((paper) =>
    (Object.keys(LABEL_WIDTHS) as LabelSize[]).map((size) => [paper, size] as const),
  ),
)('labels on %s, %s, stay on the page and don’t overlap', (paper, size) => {
  const { places, label, perPage } = sheetLayout({ paper, size })
  expect(perPage).toBe({ small: 16, medium: 9, large: 4 }[size])
  const { width, height } = PAPERS[paper]
  expect(
    places.filter(({ x, y }) => x < 5 || y < 5 || x + label.width > width - 5 || y + label.height > height - 5),
  ).toEqual([])
  const overlapping = places.filter((one, index) =>
    places
      .slice(index + 1)
      .some((other) => Math.abs(one.x - other.x) < label.width && Math.abs(one.y - other.y) < label.height),
  )
  expect(overlapping).toEqual([])
})
