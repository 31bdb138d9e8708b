import { maxEmailImageBytes } from '../../rules/limits.ts'
import type { Ctx } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { ImageRefused, imageKey } from '../files/images.ts'
import { keepImage } from '../files/unused-files.ts'

/**
 * Keeps a logo or picture of an email. Returns its web address, which a template stores. It stays as long as a version of a template
 * names it: sent emails show it.
 * @throws InvalidInput for what is no picture or larger than 5 MB
 */
export async function keepEmailImage(ctx: Ctx, bytes: Uint8Array): Promise<string> {
  if (bytes.length > maxEmailImageBytes) throw new InvalidInput({ file: 'invalidFileSize' })
  try {
    const { key } = await keepImage(ctx, ctx.shop.id, bytes)
    return `${ctx.origin}/media/${imageKey(key, 'medium')}`
  } catch (error) {
    if (error instanceof ImageRefused) throw new InvalidInput({ file: 'invalidFileType' })
    throw error
  }
}
