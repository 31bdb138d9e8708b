import { buildBrandTheme, brandPalette, chooseTextColor, applyBrand } from './brand.ts'
import { contrast, mixColors, readableContrast, adjustForContrast } from './contrast.ts'
import { BOX_PRESETS } from './settings/box-palettes.ts'
import { BRANDING } from './settings/branding.ts'
import { EMAIL_TEMPLATES } from './settings/email-templates.ts'
import { REVIEW_BOX } from './settings/review-box.ts'
import { SUBMIT_FORM } from './settings/submit-form.ts'

const brand = {
  ...BRANDING.defaults,
  primaryColor: '#aa0033',
  textColor: '#222244',
  backgroundColor: '#fdf6f0',
  starColor: '#ff8800',
  starIcon: 'heart' as const,
  logo: 'https://shop.test/logo.png',
}

test('fills empty fields of a widget; its own values win', () => {
  const own = { ...REVIEW_BOX.defaults, colours: { ...REVIEW_BOX.defaults.colours, text: '#101010' } }
  const shown = applyBrand('reviewBox', own, brand)
  expect(shown.colours).toMatchObject({
    text: '#101010',
    background: '#fdf6f0',
    star: '#ff8800',
    button: '#aa0033',
    buttonText: '#ffffff',
  })
  expect(shown.starIconType).toBe('heart')
  expect(own.colours.background).toBe('')
  expect(applyBrand('reviewBox', { ...own, starIconType: 'circle' }, brand).starIconType).toBe('circle')
})

test('fills empty fields of emails', () => {
  const { reviewReminder, confirmEdit } = applyBrand(
    'emailTemplates',
    {
      ...EMAIL_TEMPLATES.defaults,
      confirmEdit: {
        ...EMAIL_TEMPLATES.defaults.confirmEdit,
        buttonColour: '#ffee00',
        logo: 'https://other.test/x.png',
      },
    },
    brand,
  )
  expect(reviewReminder).toMatchObject({
    buttonColour: '#aa0033',
    buttonTextColour: '#ffffff',
    logo: 'https://shop.test/logo.png',
  })
  // A button with its own color gets a readable text color.
  expect(confirmEdit).toMatchObject({
    buttonColour: '#ffee00',
    buttonTextColour: '#1e1b16',
    logo: 'https://other.test/x.png',
  })
})

test('leaves a document without empty fields unchanged', () => {
  const full = { ...SUBMIT_FORM.defaults, buttonColor: '#000000', buttonTextColor: '#ffffff' }
  expect(applyBrand('submitForm', full, brand)).toBe(full)
  expect(applyBrand('general', {} as never, brand)).toEqual({})
})

test('derives readable colors from a brand', () => {
  for (const [textColor, backgroundColor, primaryColor] of [
    ['#f3eee4', '#211e18', '#7cc4a5'],
    ['#111111', '#ffffff', '#ffd400'],
    ['#1e1b16', '#ffffff', '#1f5b45'],
  ] as const) {
    const palette = brandPalette({ ...brand, textColor, backgroundColor, primaryColor })
    for (const [front, back] of [
      [palette.mutedText, palette.background],
      [palette.verified, palette.background],
      [palette.buttonText, palette.button],
    ] as const) {
      expect(contrast(front, back)).toBeGreaterThanOrEqual(readableContrast)
    }
  }
})

test('derives readable vote colors from the box; their own color wins', () => {
  for (const preset of BOX_PRESETS) {
    const { colours, likedColor, dislikedColor } = applyBrand('reviewBox', { ...REVIEW_BOX.defaults, preset }, brand)
    for (const front of [likedColor, dislikedColor]) {
      for (const back of [colours.background, mixColors(colours.background, colours.text, 0.12)])
        expect(contrast(front, back)).toBeGreaterThanOrEqual(readableContrast)
    }
  }
  expect(
    applyBrand('reviewBox', { ...REVIEW_BOX.defaults, preset: 'night', likedColor: '#1f5b45' }, brand).likedColor,
  ).toBe('#1f5b45')
})

test('returns the closest readable color', () => {
  expect(adjustForContrast('#1e1b16', '#ffffff')).toBe('#1e1b16')
  expect(adjustForContrast('#d98e04', '#ffffff')).toMatch(/^#[0-9a-f]{6}$/)
  expect(contrast(adjustForContrast('#d98e04', '#ffffff'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(adjustForContrast('#d98e04', '#ffffff'), '#ffffff')).toBeLessThan(5)
  expect(contrast(adjustForContrast('#777777', '#808080'), '#808080')).toBeGreaterThanOrEqual(4.5)
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mixColors('none', '#ffffff', 0.5)).toBe('none')
  expect(chooseTextColor('#ffffff')).toBe('#1e1b16')
})

test('removes the mark only on a plan that includes this', () => {
  const removed = { ...brand, isRemoveBranding: true }
  expect(buildBrandTheme(removed, { plan: 'pro' }).showsMark).toBe(false)
  expect(buildBrandTheme(removed, { plan: 'free' }).showsMark).toBe(true)
  expect(buildBrandTheme(brand, { plan: 'free', flags: { enableRemoveBranding: true } }).showsMark).toBe(false)
  expect(buildBrandTheme(brand, { plan: 'enterprise' }).showsMark).toBe(true)
})
