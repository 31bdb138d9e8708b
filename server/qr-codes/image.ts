import { maxQrImageBytes } from '../../rules/limits.ts'
import { requireFeature, type Ctx } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { ImageRefused, imageKey } from '../files/images.ts'
import { keepImage } from '../files/unused-files.ts'

/**
 * Keeps a picture for the cards. Returns its address, which the settings store.
 * @throws PlanRequired below Advanced; InvalidInput for what is no picture or larger than 5 MB
 */
export async function keepQrImage(ctx: Ctx, bytes: Uint8Array): Promise<string> {
  requireFeature(ctx, 'qrCode')
  if (bytes.length > maxQrImageBytes) throw new InvalidInput({ file: 'invalidFileSize' })
  try {
    const { key } = await keepImage(ctx, ctx.shop.id, bytes)
    return `/media/${imageKey(key, 'medium')}`
  } catch (error) {
    if (error instanceof ImageRefused) throw new InvalidInput({ file: 'invalidFileType' })
    throw error
  }
}
