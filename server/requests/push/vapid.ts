import { createECDH } from 'node:crypto'
import type { Env } from '../../core/env.ts'

/** Key pair that identifies us to push services (RFC 8292), in base64url. */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

const known = new Map<string, VapidKeys>()

/** Returns the key pair of the environment; null if the operator set none. */
export function readVapidKeys({ CANDOR_VAPID_KEY: privateKey }: Pick<Env, 'CANDOR_VAPID_KEY'>): VapidKeys | null {
  if (privateKey === undefined) return null
  const found = known.get(privateKey)
  if (found) return found
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const keys = { publicKey: curve.getPublicKey('base64url'), privateKey }
  known.set(privateKey, keys)
  return keys
}
