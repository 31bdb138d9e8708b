import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { FilePort } from '../../core/files/files.ts'
import {
  ImageRefused,
  imageKey,
  imageSizes,
  storeImage,
  type ImageSize,
  type StoredImage,
} from '../../core/files/images.ts'
import { floods, goodPictures, refusedFiles, secret, type PictureFile } from '../hostile/picture-files.ts'
import { addThings } from '../things.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'

/** CPU limit for refusing an oversized picture, over all threads (goal R17). */
const mostMs = 50
const sizes: readonly ImageSize[] = ['small', 'medium', 'large']

type Store = (files: Pick<FilePort, 'put'>, shopId: string, bytes: Uint8Array) => Promise<StoredImage>

function memory(): { files: Pick<FilePort, 'put'>; kept: Map<string, { bytes: Buffer; contentType: string }> } {
  const kept = new Map<string, { bytes: Buffer; contentType: string }>()
  return {
    kept,
    files: {
      async put(key, content, { contentType }) {
        kept.set(key, {
          bytes: content instanceof Uint8Array ? Buffer.from(content) : await buffer(content),
          contentType,
        })
      },
    },
  }
}

/** Returns the fault of a stored picture, or null. */
async function keptFault(store: Store, { bytes }: PictureFile): Promise<string | null> {
  const { files, kept } = memory()
  const stored = await store(files, '0193c1c0-0000-7000-8000-000000000001', bytes).catch((error: unknown) =>
    String(error),
  )
  if (typeof stored === 'string') return `refused: ${stored}`
  for (const size of sizes) {
    const file = kept.get(imageKey(stored.key, size))
    const fault = file ? await fileFault(file, imageSizes[size]) : 'missing'
    if (fault) return `${size}: ${fault}`
  }
  return null
}

async function fileFault(
  { bytes, contentType }: { bytes: Buffer; contentType: string },
  longest: number,
): Promise<string | null> {
  if (contentType !== 'image/webp') return `kept as ${contentType}`
  if (bytes.includes(secret) || bytes.includes('<script') || bytes.includes('GPS'))
    return 'holds what stood in the upload'
  const about = await sharp(bytes).metadata()
  if (about.format !== 'webp') return `is ${about.format}`
  if (about.exif ?? about.xmp ?? about.iptc ?? about.comments ?? about.orientation) return 'has metadata'
  if (Math.max(about.width, about.height) > longest) return `is ${about.width} × ${about.height}`
  return null
}

/** Returns the fault of a refusal, or null: the file was stored, partly written, or refused by an internal error. */
async function refusalFault(store: Store, { bytes }: PictureFile): Promise<string | null> {
  const { files, kept } = memory()
  const error = await store(files, '0193c1c0-0000-7000-8000-000000000001', bytes).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!error) return 'kept'
  if (kept.size > 0) return 'written in part'
  return error instanceof ImageRefused ? null : `failed: ${error instanceof Error ? error.message : 'not by an error'}`
}

/** Returns the milliseconds of CPU over all threads: the minimum of several tries, since other processes add. */
async function refusalCpu(store: Store, { bytes }: PictureFile): Promise<number> {
  const tries: number[] = []
  for (let at = 0; at < 5; at++) {
    const before = process.cpuUsage()
    await refusalFault(store, { name: '', bytes })
    const { user, system } = process.cpuUsage(before)
    tries.push((user + system) / 1000)
  }
  return Math.min(...tries)
}

/** Careless implementations, each of which the check must find. */
const faulty = {
  'keeps what came': async (files, shopId, bytes) => {
    for (const size of sizes) await files.put(imageKey(`${shopId}/x`, size), bytes, { contentType: 'image/webp' })
    return { key: `${shopId}/x`, width: 1, height: 1 }
  },
  'keeps the metadata': async (files, shopId, bytes) => {
    for (const size of sizes)
      await files.put(
        imageKey(`${shopId}/x`, size),
        await sharp(bytes)
          .resize({ width: imageSizes[size], height: imageSizes[size], fit: 'inside', withoutEnlargement: true })
          .keepMetadata()
          .webp()
          .toBuffer(),
        { contentType: 'image/webp' },
      )
    return { key: `${shopId}/x`, width: 1, height: 1 }
  },
  'takes whatever can be drawn': async (files, shopId, bytes) => {
    await files.put(
      `${shopId}/x/large`,
      await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).resize({ width: 160 }).webp().toBuffer(),
      { contentType: 'image/webp' },
    )
    return { key: `${shopId}/x`, width: 1, height: 1 }
  },
} satisfies Record<string, Store>

/**
 * Goal R17, for the function that stores a picture. It must decode and re-encode by content, remove metadata, and
 * accept at most 25 megapixels. Planted: implementations that keep the bytes or the metadata, or draw anything that can
 * be drawn.
 * @param cpu receives the CPU of each refused flood; tests don't check times
 * @param large includes files that take long to create
 */
export async function checkPictures({
  cpu,
  large = true,
}: { cpu?: (name: string, ms: number) => void; large?: boolean } = {}): Promise<Verdict> {
  const verdict = emptyVerdict()
  const [good, refused, enormous] = [await goodPictures({ large }), await refusedFiles(), await floods({ large })]
  // The first picture of a process loads the decoder.
  if (good[0]) await keptFault(storeImage, good[0])
  for (const file of good) await note(verdict, file, await keptFault(storeImage, file))
  for (const file of [...refused, ...enormous]) await note(verdict, file, await refusalFault(storeImage, file))
  if (cpu) {
    for (const file of enormous) {
      const ms = await refusalCpu(storeImage, file)
      cpu(file.name, ms)
      await note(verdict, file, ms > mostMs ? `${ms.toFixed(0)} ms of CPU` : null)
    }
    const drawn = enormous[0]
    if (drawn)
      recordPlanted(
        verdict,
        'a flood that is drawn',
        (await refusalCpu(faulty['takes whatever can be drawn'], drawn)) > mostMs,
      )
  }
  for (const name of ['keeps what came', 'keeps the metadata'] as const) {
    const metadata = good.filter((file) => /exif|xmp/.test(file.name))
    for (const file of name === 'keeps what came' ? good : metadata)
      recordPlanted(verdict, `a store that ${name}: ${file.name}`, (await keptFault(faulty[name], file)) !== null)
  }
  for (const file of refused.filter(({ name }) => /^(svg|tiff)/.test(name)))
    recordPlanted(
      verdict,
      `a store that takes whatever can be drawn: ${file.name}`,
      (await refusalFault(faulty['takes whatever can be drawn'], file)) !== null,
    )
  return verdict
}

async function note(verdict: Verdict, { name }: PictureFile, fault: string | null): Promise<void> {
  verdict.tried += 1
  if (fault) verdict.found.push(`${name}: ${fault}`)
}

/**
 * Checks the same through the merchant's upload and the review form; the served picture must be re-encoded.
 * @param every sends one of every n files
 */
export async function checkPictureUploads(
  world: World,
  { large = true, every = 1 }: { large?: boolean; every?: number } = {},
): Promise<Verdict> {
  const verdict = emptyVerdict()
  const things = await addThings(world, world.shop)
  const pictures = () => world.ctx.db.reviewMedia.count({ where: { shopId: world.shop.id } })
  const form = (file: PictureFile, fields: Record<string, string>, field: string): FormData => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    // The name and the type are wrong: only the content counts.
    body.set(field, new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'photo.jpg')
    return body
  }
  const access = {
    'POST /reviews/:id/media': async (file: PictureFile) =>
      fetch(`${await world.url()}/apiSa/reviews/${things.ids.own}/media`, {
        method: 'POST',
        headers: { 'x-auth-token': world.token },
        body: form(file, {}, 'file'),
      }),
    'POST /storefront/…/reviews': async (file: PictureFile) =>
      fetch(`${await world.url()}/storefront/${world.shop.shopifyDomain}/products/${things.handle}/reviews?part=form`, {
        method: 'POST',
        body: form(file, { rate: '5', content: 'Good', name: 'Ann', email: 'ann@reader.test', website: '' }, 'images'),
      }),
  }
  const refused = [...(await refusedFiles()), ...(await floods({ large }))].filter(
    ({ bytes }, at) => bytes.length > 0 && at % every === 0,
  )
  for (const [route, send] of Object.entries(access)) {
    for (const file of refused) {
      verdict.tried += 1
      const before = await pictures()
      const { status } = await send(file)
      const fault =
        status === 429 || (status >= 400 && status < 500 && (await pictures()) === before)
          ? null
          : `${status}, ${(await pictures()) - before} kept`
      if (fault) verdict.found.push(`${route}, ${file.name}: ${fault}`)
    }
    const before = await pictures()
    const taken = (await goodPictures({ large: false }))[0]
    if (taken && route.startsWith('POST /reviews')) {
      await send(taken)
      const row = await world.ctx.db.reviewMedia.findFirstOrThrow({
        where: { shopId: world.shop.id },
        orderBy: { id: 'desc' },
      })
      const served = await fetch(`${await world.url()}/media/${row.key}/large`)
      const fault = await fileFault(
        { bytes: Buffer.from(await served.arrayBuffer()), contentType: served.headers.get('content-type') ?? '' },
        imageSizes.large,
      )
      verdict.tried += 1
      if (fault) verdict.found.push(`${route}: ${fault}`)
      if (served.headers.get('x-content-type-options') !== 'nosniff')
        verdict.found.push('/media/ lets browsers guess the type')
      // An accepted picture must raise the count, which proves that the count works.
      recordPlanted(verdict, `${route}: a picture that is kept`, (await pictures()) > before)
    }
  }
  return verdict
}
