import { readThemeBrand } from './theme-brand.ts'

const file = (current: object | string, presets = {}) =>
  `/*\n * The contents of this file are auto-generated.\n */\n${JSON.stringify({ current, presets })}`

test.each([
  [
    'a theme with color schemes',
    file({
      color_schemes: {
        'scheme-1': { settings: { background: '#FDFBF7', text: '#121212', button: '#2B4C7E' } },
        'scheme-2': { settings: { text: '#ffffff' } },
      },
      type_body_font: 'playfair_display_n4',
      buttons_radius: 40,
    }),
    {
      backgroundColor: '#fdfbf7',
      textColor: '#121212',
      primaryColor: '#2b4c7e',
      font: 'Playfair Display',
      corners: 'round',
    },
  ],
  [
    'an older theme',
    file({
      colors_accent_1: '#334FB4',
      colors_text: '#121212',
      colors_background_1: '#ffffff',
      type_body_font: 'assistant_n4',
      buttons_radius: 0,
    }),
    { primaryColor: '#334fb4', textColor: '#121212', backgroundColor: '#ffffff', corners: 'square' },
  ],
  ['a named preset', file('Dawn', { Dawn: { colors_text: '#222' } }), { textColor: '#222' }],
  [
    'values that are no colors',
    file({ colors_text: 'rgba(0,0,0,.5)', colors_background_1: '', colors_accent_1: 7 }),
    {},
  ],
  ['no JSON', 'current: {}', null],
  ['another file', '{"name":"theme"}', null],
])('reads %s', (_name, text, brand) => {
  expect(readThemeBrand(text)).toEqual(brand)
})
