import { maxSettingImageBytes } from '../../../rules/limits.ts'
import type { Ctx } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { ImageRefused, imageKey } from '../files/images.ts'
import { saveImage } from '../files/unused-files.ts'
import type { RestRequest } from '../../core/rest/route.ts'

/**
 * Stores an uploaded picture for settings, while settings or a version of an email template name it. Returns its path
 * on this server.
 * @throws InvalidInput for a missing file, a file that is no picture, or more than 5 MB
 */
export async function saveSettingPicture(ctx: Ctx, request: Pick<RestRequest, 'media'>): Promise<string> {
  const media = await request.media()
  if (!media) throw new InvalidInput({ file: 'required' })
  if (media.upload.kind !== 'picture') throw new InvalidInput({ file: 'invalidFileType' })
  const { bytes } = media.upload
  if (bytes.length > maxSettingImageBytes) throw new InvalidInput({ file: 'invalidFileSize' })
  try {
    const { key } = await saveImage(ctx, ctx.shop.id, bytes)
    return `/media/${imageKey(key, 'medium')}`
  } catch (error) {
    if (error instanceof ImageRefused) throw new InvalidInput({ file: error.refusal })
    throw error
  }
}
