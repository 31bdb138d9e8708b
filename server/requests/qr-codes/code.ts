import QRCode from 'qrcode'
import type { CodePath } from '../../../rules/qr-card/card.ts'
import type { Ctx } from '../../core/context.ts'

export interface ProductCode extends CodePath {
  url: string
}

/** Level M still scans with a scratch and keeps the modules large. */
const options = { errorCorrectionLevel: 'M' } as const

/** Returns the URL in a code. With platform ids only, so printed codes survive new handles and reinstalls. */
const codeUrl = ({ origin, shop }: Ctx, platformId: string): string => `${origin}/q/${shop.shopifyDomain}/${platformId}`

/** Builds a product's code as an SVG path of its dark modules. */
export function productCode(ctx: Ctx, platformId: string): ProductCode {
  const url = codeUrl(ctx, platformId)
  const {
    modules: { size, data },
  } = QRCode.create(url, options)
  const runs: string[] = []
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x
      while (x < size && data[y * size + x]) x += 1
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h-${x - from}z`)
    }
  }
  return { url, path: runs.join(''), size }
}

/** Returns the undecorated code as a data: URL of a PNG. */
export const codePng = (url: string): Promise<string> => QRCode.toDataURL(url, { ...options, margin: 4, scale: 12 })
