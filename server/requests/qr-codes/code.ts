import QRCode from 'qrcode'
import type { CodePath } from '../../../rules/qr-card/card.ts'
import type { Ctx } from '../../core/context.ts'

/** A product's code. */
export interface ProductCode extends CodePath {
  url: string
}

/** M still scans with a scratch over it, and keeps the modules large. */
const options = { errorCorrectionLevel: 'M' } as const

/** The address behind a product's code. It has the platform's ids only, so a printed code survives a new handle and a reinstalled app. */
export const codeUrl = ({ origin, shop }: Ctx, platformId: string): string =>
  `${origin}/q/${shop.shopifyDomain}/${platformId}`

/** Makes a product's code as a path of its dark modules. */
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

/** The bare code as a data: address of a PNG. */
export const codePng = (url: string): Promise<string> => QRCode.toDataURL(url, { ...options, margin: 4, scale: 12 })
