import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Content of every metadata field, which must not be stored. */
export const secret = 'SECRET-PLACE-53.5511N'

export interface PictureFile {
  name: string
  bytes: Uint8Array
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f5b45' } })
const exif = {
  IFD0: { Artist: secret, ImageDescription: secret, Copyright: secret },
  IFD3: { GPSLatitude: '53/1 33/1 0/1', GPSLongitude: '9/1 59/1 0/1' },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${secret}"/></rdf:RDF></x:xmpmeta>`

/** Returns pictures that must be accepted, with metadata that must be removed. */
export async function goodPictures({ large }: { large: boolean }): Promise<PictureFile[]> {
  const jpeg = await plain(300, 200).jpeg().withExif(exif).withXmp(xmp).toBuffer()
  const comment = Buffer.from(secret)
  const png = await plain(300, 200).png().toBuffer()
  const gif = await plain(60, 40).gif().toBuffer()
  return [
    { name: 'jpeg with exif, place and xmp', bytes: jpeg },
    {
      name: 'jpeg with a comment',
      bytes: Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
        comment,
        jpeg.subarray(2),
      ]),
    },
    {
      name: 'jpeg with a web page behind it',
      bytes: Buffer.concat([jpeg, Buffer.from(`<script>alert('${secret}')</script>`)]),
    },
    { name: 'jpeg with an archive behind it', bytes: Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${secret}`)]) },
    {
      name: 'jpeg on its side',
      bytes: await plain(300, 200).jpeg().withMetadata({ orientation: 6 }).withExif(exif).toBuffer(),
    },
    {
      name: 'png with texts',
      bytes: pngWith(png, [
        ['tEXt', Buffer.from(`Comment\0${secret}`)],
        ['iTXt', Buffer.from(`Author\0\0\0\0\0${secret}`)],
        ['zTXt', Buffer.concat([Buffer.from('Place\0\0'), deflateSync(secret)])],
      ]),
    },
    { name: 'png with exif', bytes: await plain(300, 200).png().withExif(exif).toBuffer() },
    { name: 'png with a page behind it', bytes: Buffer.concat([png, Buffer.from(`<html>${secret}</html>`)]) },
    { name: 'avif with exif', bytes: await plain(300, 200).avif({ effort: 0 }).withExif(exif).toBuffer() },
    { name: 'webp with exif and xmp', bytes: await plain(300, 200).webp().withExif(exif).withXmp(xmp).toBuffer() },
    {
      name: 'gif with a comment',
      bytes: Buffer.concat([
        gif.subarray(0, gif.length - 1),
        Buffer.from([0x21, 0xfe, comment.length]),
        comment,
        Buffer.from([0, 0x3b]),
      ]),
    },
    { name: 'gif with a script behind it', bytes: Buffer.concat([gif, Buffer.from(`/*${secret}*/alert(1)`)]) },
    ...(large
      ? [{ name: 'png of 25 megapixels', bytes: await plain(5000, 5000).png({ compressionLevel: 9 }).toBuffer() }]
      : []),
  ]
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

/** Returns files that are not accepted pictures, whatever their names. */
export async function refusedFiles(): Promise<PictureFile[]> {
  const jpeg = await plain(300, 200).jpeg().toBuffer()
  const text = (name: string, content: string): PictureFile => ({ name, bytes: Buffer.from(content) })
  return [
    text('svg', svg),
    text('svg behind an xml head', `<?xml version="1.0"?>${svg}`),
    text('svg behind a mark', `\uFEFF${svg}`),
    text('svg behind spaces', `\n\n   ${svg}`),
    text('svg behind a doctype', `<!DOCTYPE svg>${svg}`),
    text('html', '<!doctype html><script>alert(1)</script>'),
    text('html that begins as a gif', 'GIF89a<script>alert(1)</script>'),
    text('a script', 'alert(1)'),
    text('nothing', ''),
    text('pdf', '%PDF-1.7\n'),
    text('postscript', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n'),
    text('an archive', 'PK\u0003\u0004 something'),
    text('bmp', 'BM\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000'),
    text('ico', '\u0000\u0000\u0001\u0000\u0001\u0000'),
    { name: 'tiff', bytes: await plain(30, 20).tiff().toBuffer() },
    { name: 'half a jpeg', bytes: jpeg.subarray(0, 200) },
    { name: 'a jpeg of its head alone', bytes: jpeg.subarray(0, 4) },
    { name: 'half a png', bytes: (await plain(300, 200).png().toBuffer()).subarray(0, 60) },
  ]
}

/** Returns small files that declare enormous sizes. */
export async function floods({ large }: { large: boolean }): Promise<PictureFile[]> {
  const jpeg = await plain(64, 64).jpeg().toBuffer()
  const gif = await plain(16, 16).gif().toBuffer()
  const webp = await plain(16, 16).webp({ lossless: true }).toBuffer()
  const png = await plain(16, 16).png().toBuffer()
  return [
    { name: 'png of 8,000 × 4,000, all there', bytes: await plain(8000, 4000).png({ compressionLevel: 9 }).toBuffer() },
    ...(large
      ? [
          {
            name: 'png of 5,001 × 5,000, all there',
            bytes: await plain(5001, 5000).png({ compressionLevel: 9 }).toBuffer(),
          },
          {
            name: 'jpeg of 12,000 × 9,000, all there',
            bytes: await plain(12_000, 9_000).jpeg({ quality: 10 }).toBuffer(),
          },
        ]
      : []),
    { name: 'png that says 2³¹ − 1 squared', bytes: resizedPng(png, 2_147_483_647, 2_147_483_647) },
    { name: 'png that says 100,000 squared', bytes: resizedPng(png, 100_000, 100_000) },
    { name: 'jpeg that says 65,500 squared', bytes: resizedJpeg(jpeg, 65_500) },
    { name: 'gif that says 65,535 squared', bytes: resizedGif(gif) },
    {
      name: 'webp that says 16,384 squared',
      bytes: Buffer.concat([webp.subarray(0, 21), Buffer.from([0xff, 0xff, 0xff, 0x0f]), webp.subarray(25)]),
    },
    {
      name: 'png with 64 MB of text in 64 KB',
      bytes: resizedPng(
        pngWith(png, [
          ['zTXt', Buffer.concat([Buffer.from('Place\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))])],
        ]),
        50_000,
        50_000,
      ),
    },
    {
      name: 'png with a profile of 64 MB in 64 KB',
      bytes: resizedPng(
        pngWith(png, [['iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))])]]),
        50_000,
        50_000,
      ),
    },
  ]
}

const crcTable = Uint32Array.from({ length: 256 }, (_none, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of named) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([head, named, tail])
}

/** Inserts chunks after the signature (8 bytes) and IHDR (25 bytes). */
const pngWith = (png: Buffer, chunks: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks.map(([type, data]) => chunk(type, data)), png.subarray(33)])

function resizedPng(png: Buffer, width: number, height: number): Buffer {
  const head = Buffer.from(png.subarray(16, 29))
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), png.subarray(33)])
}

/** Changes screen and first frame, since readers may use either. */
function resizedGif(gif: Buffer): Buffer {
  const made = Buffer.from(gif)
  const frame = made.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 16, 0, 16, 0]))
  for (const at of [6, frame + 5]) made.fill(0xff, at, at + 4)
  return made
}

function resizedJpeg(jpeg: Buffer, side: number): Buffer {
  const at = jpeg.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(jpeg[index + 1] ?? 0))
  const made = Buffer.from(jpeg)
  made.writeUInt16BE(side, at + 5)
  made.writeUInt16BE(side, at + 7)
  return made
}
