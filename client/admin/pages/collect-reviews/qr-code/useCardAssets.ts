import { useEffect, useState } from 'react'
import type { QrFont, QrSettings } from '../../../../../rules/settings/qr.ts'
import { FLAT } from './cardFiles.ts'

/** Files that a card embeds. */
export interface CardAssets {
  fontFaces: string
  /** The picture as a data: URL. */
  picture: string
}

type Wanted = Pick<QrSettings, 'fontFamily' | 'image' | 'title' | 'description'>

const extended = /[\u0100-\u02af\u1e00-\u1eff]/
const EXTENDED_RANGE =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

/** Cache by font and set of letters. Failures are not cached. */
const faces = new Map<string, Promise<string>>()

/** Returns @font-face rules with the font inside, so that the card looks the same wherever it is opened. */
async function loadFontFaces(font: QrFont, isExtended: boolean): Promise<string> {
  if (font === 'inherit') return ''
  const key = `${font} ${isExtended}`
  const known =
    faces.get(key) ??
    (async () => {
      const { latin, latinExt } = (await import('./fontFiles.ts')).fontFiles[font]
      const face = async ({ url, weight }: { url: string; weight: string }, range = '') => {
        const style = `@font-face{font-family:'${font}';font-weight:${weight};src:url(${await dataUrlOf(await (await fetched(url)).blob())}) format('woff2');${range && `unicode-range:${range};`}}`
        return style
      }
      return (
        await Promise.all([
          ...latin.map((file) => face(file)),
          ...(isExtended ? latinExt.map((file) => face(file, EXTENDED_RANGE)) : []),
        ])
      ).join('')
    })()
  faces.set(key, known)
  known.catch(() => faces.delete(key))
  return known
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })

/** Enough pixels for a wide logo on a printed card. */
const pictureSide = 960

/** Returns a picture as a PNG in a data: URL, because print programs can't read WebP. */
async function loadPicture(address: string): Promise<string> {
  if (address === '') return ''
  const bitmap = await createImageBitmap(await (await fetched(address)).blob())
  const scale = Math.min(1, pictureSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext(FLAT)?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL()
}

/**
 * Loads the files that a card embeds. Returns the previous files until the new ones are loaded; null before the first.
 */
export function useCardAssets({ fontFamily, image, title, description }: Wanted): CardAssets | null {
  const [assets, setAssets] = useState<CardAssets | null>(null)
  const isExtended = extended.test(title + description)
  useEffect(() => {
    let isCurrent = true
    // Draw the card even if its font or picture fails to load.
    void Promise.all([loadFontFaces(fontFamily, isExtended).catch(() => ''), loadPicture(image).catch(() => '')]).then(
      ([fontFaces, picture]) => {
        if (isCurrent) setAssets({ fontFaces, picture })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [fontFamily, image, isExtended])
  return assets
}
