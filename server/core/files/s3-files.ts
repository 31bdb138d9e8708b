import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { requireKey } from './files.ts'
import type { FilePort } from './files.ts'

interface S3Place {
  bucket: string
  region: string
  /** URL of a compatible store; absent for AWS. */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
}

/** Buffers a stream in a file: a put needs its length, and an export may not fit into memory. */
async function onDisk(content: Readable, use: (body: Readable, length: number) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-put-'))
  const path = join(folder, 'content')
  try {
    await pipeline(content, createWriteStream(path))
    await use(createReadStream(path), (await stat(path)).size)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes a page of the folder's files after the other. */
async function deleteFolder(client: S3Client, { bucket, name }: { bucket: string; name: string }): Promise<void> {
  const { DeleteObjectsCommand, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  requireKey(name)
  // Deleted keys leave the list, so the next page is the first one.
  for (;;) {
    const { Contents: found = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${name}/` }))
    const keys = found.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]))
    if (keys.length === 0) return
    const { Errors: failed = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
    )
    if (failed.length > 0) throw new Error(`${failed.length} files of a folder cannot be deleted`)
  }
}

/** Stores files in a bucket. Loads the client library on demand: it is large, and most installations use a folder. */
export async function openS3Files(place: S3Place, mediaUrl: string): Promise<FilePort> {
  const { S3Client, PutObjectCommand, GetObjectCommand, HeadObjectCommand, DeleteObjectCommand, NoSuchKey, NotFound } =
    await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: place.region,
    // Many compatible stores lack trailing checksums of streams.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(place.endpoint && { endpoint: place.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
  })
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: place.bucket, Key: key }
  }
  return {
    async put(key, content, { contentType }) {
      const send = (body: Uint8Array | Readable, length: number) =>
        client.send(new PutObjectCommand({ ...at(key), Body: body, ContentLength: length, ContentType: contentType }))
      if (content instanceof Readable) await onDisk(content, send)
      else await send(content, content.length)
    },
    async get(key, range) {
      try {
        const found = await client.send(
          new GetObjectCommand({ ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
        )
        if (!(found.Body instanceof Readable)) return null
        const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
        return {
          stream: found.Body,
          size: whole === undefined ? (found.ContentLength ?? 0) : Number(whole),
          contentType: found.ContentType ?? 'application/octet-stream',
        }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async about(key) {
      try {
        const { ContentLength: size = 0, ContentType: contentType = 'application/octet-stream' } = await client.send(
          new HeadObjectCommand(at(key)),
        )
        return { size, contentType }
      } catch (error) {
        if (error instanceof NotFound || error instanceof NoSuchKey) return null
        throw error
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    deleteFolder: (name) => deleteFolder(client, { bucket: place.bucket, name }),
    url(key) {
      requireKey(key)
      return `${mediaUrl}/${key}`
    },
  }
}
