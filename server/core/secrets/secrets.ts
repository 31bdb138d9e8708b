import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export interface SecretBox {
  /** Encrypts a secret; two calls never return the same text. */
  seal(text: string): string
  /** @throws Error when no key of ENCRYPTION_KEY decrypts it */
  unseal(sealed: string): string
  keyId: string
}

export const readKeyId = (sealed: string): string => sealed.split('.')[0] ?? ''

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts by AES-256-GCM with the newest key. Older keys still decrypt, so that keys can be rotated.
 * @param keys 32 bytes each in base64, newest first
 */
export function makeSecretBox(keys: readonly string[]): SecretBox {
  const namedKeys = keys.map((key) => {
    const bytes = Buffer.from(key, 'base64')
    return { bytes, name: createHash('sha256').update(bytes).digest('hex').slice(0, 8) }
  })
  const newest = namedKeys[0]
  if (!newest) throw new Error('A secret box needs at least one key.')
  return {
    keyId: newest.name,
    seal(text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${newest.name}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    unseal(sealed) {
      const [name, body = ''] = sealed.split('.')
      const matchingKey = namedKeys.find((candidate) => candidate.name === name)
      if (!matchingKey) throw new Error('No key of ENCRYPTION_KEY opens this secret.')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', matchingKey.bytes, bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
