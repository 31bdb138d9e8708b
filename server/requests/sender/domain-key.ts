import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { returnPathHost, senderRecords, type SenderRecord } from '../../../rules/sender.ts'
import type { Ctx } from '../../core/context.ts'
import type { SenderDomain } from '../../generated/prisma/client.ts'
import type { DkimKey } from '../mail/mail.ts'
import { saveSecret, readSecret, type SecretName } from '../../core/secrets/shop-secrets.ts'
import { parseMailFrom } from './parse-mail-from.ts'
import { parseSenderDomain } from '../../../rules/sender.ts'

const makeKeyPair = promisify(generateKeyPair)
const secretName = (domain: string): SecretName => `dkim.${domain}`

/** Returns a shop's row of a domain; creates it with a key pair if missing. The private key is stored encrypted. */
export async function findOrCreateDomain(ctx: Ctx, domain: string): Promise<SenderDomain> {
  const where = { shopId_domain: { shopId: ctx.shop.id, domain } }
  const known = await ctx.db.senderDomain.findUnique({ where })
  if (known) return known
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 })
  // Random, so it doesn't collide with another shop's selector for the same domain.
  const row = {
    shopId: ctx.shop.id,
    domain,
    selector: `candor-${randomBytes(4).toString('hex')}`,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    createdAt: ctx.now(),
  }
  const { count } = await ctx.db.senderDomain.createMany({
    data: [{ ...row, records: [...recordsOf(ctx, row)] as object[] }],
    skipDuplicates: true,
  })
  // On concurrent saves, the first key stays.
  if (count > 0)
    await saveSecret(ctx, secretName(domain), privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return ctx.db.senderDomain.findUniqueOrThrow({ where })
}

/** Returns a domain's required records, not checked yet. */
export function recordsOf(
  { env }: Pick<Ctx, 'env'>,
  { domain, selector, publicKey }: Pick<SenderDomain, 'domain' | 'selector' | 'publicKey'>,
): SenderRecord[] {
  return senderRecords({
    domain,
    selector,
    publicKey,
    bounceHost: env.CANDOR_BOUNCE_DOMAIN ?? null,
    spfHost: parseSenderDomain(parseMailFrom(env.MAIL_FROM)),
  })
}

/** Returns a verified domain's DKIM key and bounce host. Null if no key of ENCRYPTION_KEY decrypts it. */
export async function findSigningKey(ctx: Ctx, domain: string): Promise<{ dkim: DkimKey; bounceHost: string } | null> {
  const [row, privateKey] = await Promise.all([
    ctx.db.senderDomain.findUnique({ where: { shopId_domain: { shopId: ctx.shop.id, domain } } }),
    readSecret(ctx, secretName(domain)),
  ])
  return row && privateKey
    ? { dkim: { domain, selector: row.selector, privateKey }, bounceHost: returnPathHost(domain) }
    : null
}
