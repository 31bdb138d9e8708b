import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { requireKey } from './files.ts'
import type { FilePort } from './files.ts'

export interface S3Place {
  bucket: string
  region: string
  /** Of a compatible store; absent for the original. */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
}

/** Files in a bucket. The client library is loaded only here: it is large and most installations use a folder. */
export async function openS3Files(place: S3Place, mediaUrl: string): Promise<FilePort> {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint && { endpoint: place.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
  })
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: place.bucket, Key: key }
  }
  return {
    async put(key, content, { contentType }) {
      // A single put needs its length beforehand; our files are at most 50 MB.
      const body = content instanceof Readable ? await buffer(content) : content
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType }))
    },
    async get(key) {
      try {
        const found = await client.send(new GetObjectCommand(at(key)))
        if (!(found.Body instanceof Readable)) return null
        return { stream: found.Body, size: found.ContentLength ?? 0, contentType: found.ContentType ?? 'application/octet-stream' }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    url(key) {
      requireKey(key)
      return `${mediaUrl}/${key}`
    },
  }
}
