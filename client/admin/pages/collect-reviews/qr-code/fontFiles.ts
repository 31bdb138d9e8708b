import type { QrFont } from '../../../../../rules/settings/qr.ts'

interface FontFile {
  url: string
  weight: string
}

/** Files of a font: Latin, and the letters of further European languages. */
interface FontFiles {
  latin: readonly FontFile[]
  latinExt: readonly FontFile[]
}

const variable = (latin: URL, latinExt: URL, weight = '100 900'): FontFiles => ({
  latin: [{ url: latin.href, weight }],
  latinExt: [{ url: latinExt.href, weight }],
})

/** URLs are written out, because the build finds and copies the files by them. A browser loads only the chosen font. */
export const fontFiles: Readonly<Record<Exclude<QrFont, 'inherit'>, FontFiles>> = {
  Inter: variable(
    new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2', import.meta.url),
  ),
  'Noto Sans': variable(
    new URL('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/noto-sans/files/noto-sans-latin-ext-wght-normal.woff2', import.meta.url),
  ),
  'Open Sans': variable(
    new URL('@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/open-sans/files/open-sans-latin-ext-wght-normal.woff2', import.meta.url),
    '300 800',
  ),
  Montserrat: variable(
    new URL('@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/montserrat/files/montserrat-latin-ext-wght-normal.woff2', import.meta.url),
  ),
  Roboto: variable(
    new URL('@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/roboto/files/roboto-latin-ext-wght-normal.woff2', import.meta.url),
  ),
  'Playfair Display': variable(
    new URL('@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2', import.meta.url),
    new URL(
      '@fontsource-variable/playfair-display/files/playfair-display-latin-ext-wght-normal.woff2',
      import.meta.url,
    ),
    '400 900',
  ),
  Raleway: variable(
    new URL('@fontsource-variable/raleway/files/raleway-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/raleway/files/raleway-latin-ext-wght-normal.woff2', import.meta.url),
  ),
  Lora: variable(
    new URL('@fontsource-variable/lora/files/lora-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/lora/files/lora-latin-ext-wght-normal.woff2', import.meta.url),
    '400 700',
  ),
  Dosis: variable(
    new URL('@fontsource-variable/dosis/files/dosis-latin-wght-normal.woff2', import.meta.url),
    new URL('@fontsource-variable/dosis/files/dosis-latin-ext-wght-normal.woff2', import.meta.url),
    '200 800',
  ),
  Lato: {
    latin: [
      { url: new URL('@fontsource/lato/files/lato-latin-400-normal.woff2', import.meta.url).href, weight: '400 500' },
      { url: new URL('@fontsource/lato/files/lato-latin-700-normal.woff2', import.meta.url).href, weight: '700' },
    ],
    latinExt: [
      {
        url: new URL('@fontsource/lato/files/lato-latin-ext-400-normal.woff2', import.meta.url).href,
        weight: '400 500',
      },
      { url: new URL('@fontsource/lato/files/lato-latin-ext-700-normal.woff2', import.meta.url).href, weight: '700' },
    ],
  },
}
