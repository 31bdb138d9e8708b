import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import type { FilePort } from './files.ts'
import { imageKey, storeImage } from './images.ts'
import { openLocalFiles } from './local-files.ts'

let folder: string
let files: FilePort
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-files-'))
  files = openLocalFiles(folder, 'https://app.test/media')
})
afterAll(() => rm(folder, { recursive: true }))

const shopId = '0193c1c0-0000-7000-8000-000000000001'
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1F5B45' } })

async function read(key: string): Promise<Buffer> {
  const file = await files.get(key)
  if (!file) throw new Error(`no file ${key}`)
  return buffer(file.stream)
}

describe('storing a picture', () => {
  test('keeps three sizes, re-encoded without metadata', async () => {
    const bytes = await picture(3000, 1500)
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '53/1 33/1 0/1' }, IFD0: { Artist: 'Ada' } })
      .toBuffer()
    expect(bytes.includes('Ada')).toBe(true)
    const stored = await storeImage(files, shopId, bytes)
    expect(stored).toMatchObject({ width: 1600, height: 800 })
    expect(stored.key).toMatch(new RegExp(`^${shopId}/[0-9a-f]{64}$`))
    for (const [size, width] of [
      ['large', 1600],
      ['medium', 640],
      ['small', 320],
    ] as const) {
      const kept = await read(imageKey(stored.key, size))
      const about = await sharp(kept).metadata()
      expect(about).toMatchObject({ format: 'webp', width })
      expect(about.exif).toBeUndefined()
    }
    expect((await files.get(`${stored.key}/large`))?.contentType).toBe('image/webp')
  })

  test('rotates it upright', async () => {
    const bytes = await picture(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await storeImage(files, shopId, bytes)).toMatchObject({ width: 200, height: 400 })
  })

  test('stores the same bytes once', async () => {
    const bytes = await picture(10, 10).png().toBuffer()
    const first = await storeImage(files, shopId, bytes)
    const before = await readdir(join(folder, first.key))
    expect((await storeImage(files, shopId, bytes)).key).toBe(first.key)
    expect(before).toHaveLength(6)
    expect(await readdir(join(folder, first.key))).toEqual(before)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['svg', Buffer.from(svg)],
    ['svg behind an XML head', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a zip', Buffer.from('PK\u0003\u0004 something')],
  ])('refuses %s by its content', async (_, bytes) => {
    await expect(storeImage(files, shopId, bytes)).rejects.toMatchObject({ problem: 'notAnImage' })
  })

  test('refuses a pixel flood before decoding it', async () => {
    // The PNG claims more pixels than it has; decoding would report damage instead.
    const flood = await picture(10, 10).png().toBuffer()
    flood.writeUInt32BE(8000, 16)
    flood.writeUInt32BE(4000, 20)
    flood.writeUInt32BE(crc32(flood.subarray(12, 29)), 29)
    await expect(storeImage(files, shopId, flood)).rejects.toMatchObject({ problem: 'tooManyPixels' })
    await expect(sharp(flood, { limitInputPixels: false }).stats()).rejects.toThrow()
  })

  test('refuses a damaged picture', async () => {
    const bytes = await picture(300, 300).jpeg().toBuffer()
    await expect(storeImage(files, shopId, bytes.subarray(0, 200))).rejects.toMatchObject({ problem: 'damaged' })
  })
})

describe('files in a folder', () => {
  test('are read with their type, replaced and deleted', async () => {
    await files.put('a/b', Buffer.from('one'), { contentType: 'text/csv' })
    await files.put('a/b', Buffer.from('two!'), { contentType: 'text/plain' })
    expect(await files.get('a/b')).toMatchObject({ size: 4, contentType: 'text/plain' })
    expect((await read('a/b')).toString()).toBe('two!')
    await files.delete('a/b')
    await files.delete('a/b')
    expect(await files.get('a/b')).toBeNull()
    expect(files.url('a/b')).toBe('https://app.test/media/a/b')
  })

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/.b', 'a\0b', '', 'a/b.type', 'a\\b'])(
    'never have a key outside the folder: %j',
    async (key) => {
      await expect(files.get(key)).rejects.toThrow('Malformed file key')
      await expect(files.put(key, Buffer.from(''), { contentType: 'x' })).rejects.toThrow('Malformed file key')
    },
  )
})
