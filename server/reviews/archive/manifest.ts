import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** Version of the format. A higher one is refused (docs/developers/archives.md). */
export const archiveVersion = 1

export const partSchema = z.object({
  name: z.string().max(100),
  /** Rows of a table, or files that a list names. */
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
/** A list of an archive: rows of a table, or the files before it. */
export type Part = z.infer<typeof partSchema>

export const manifestSchema = z.object({
  format: z.literal('candor-archive'),
  version: z.number().int(),
  about: z.string(),
  createdAt: z.string(),
  shop: z.looseObject({ id: z.uuid(), shopifyDomain: z.string() }),
  counts: z.record(z.string(), z.number()),
  files: z.number(),
  leftOut: z.record(z.string(), z.string()),
  parts: z.array(partSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

export const signatureSchema = z.object({
  algorithm: z.literal('Ed25519'),
  /** 32 bytes in base64url. */
  publicKey: z.string().regex(/^[\w-]{43}$/),
  signature: z.string(),
})
type Signature = z.infer<typeof signatureSchema>

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** RFC 8410: the wrapping of a private Ed25519 key. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the operator's key pair for archives, derived from SESSION_SECRET. */
function readKeyPair(secret: string): { privateKey: KeyObject; publicKey: string } {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'candor', 'archive', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: String(createPublicKey(privateKey).export({ format: 'jwk' }).x) }
}

/** Returns the public key that other operators may trust. */
export const readPublicKey = (secret: string): string => readKeyPair(secret).publicKey

export function signManifest(secret: string, manifest: string): Signature {
  const { privateKey, publicKey } = readKeyPair(secret)
  return {
    algorithm: 'Ed25519',
    publicKey,
    signature: sign(null, Buffer.from(manifest), privateKey).toString('base64url'),
  }
}

/** Returns whether the manifest is as the owner of the signature's key wrote it. Whose key it is, it doesn't say. */
export function isSigned(manifest: Uint8Array, { publicKey, signature }: Signature): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, manifest, key, Buffer.from(signature, 'base64url'))
}
