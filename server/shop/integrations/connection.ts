import type { MessageCode } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { readSecrets, type SecretName } from '../../core/secrets/shop-secrets.ts'
import { callService } from './call-service.ts'
import type { Integration, Secrets } from './integration.ts'

/** Name of the secret that connects an integration without fields. */
const mark = 'connected'

export const secretNames = ({ key, fields }: Integration): SecretName[] =>
  (fields.length > 0 ? fields : [mark]).map((field): SecretName => `${key}.${field}`)

/** Returns the values of a connection's fields; null if the shop isn't connected or a secret can't be decrypted. */
export async function readConnection(ctx: Ctx, integration: Integration): Promise<Secrets | null> {
  const names = secretNames(integration)
  const found = await readSecrets(ctx, names)
  if (names.some((name) => !found.has(name))) return null
  return Object.fromEntries([...found].map(([name, value]) => [name.slice(integration.key.length + 1), value]))
}

/** Returns why the service refuses these credentials; null if it accepts them. */
export async function probe(ctx: Ctx, integration: Integration, secrets: Secrets): Promise<MessageCode | null> {
  const { test } = integration
  if (!test) return 'notAllowed'
  if ('call' in test) return (await test.call(ctx)).problem
  const { problem, answer } = await callService(ctx, integration, test.request(ctx, secrets))
  return problem ?? (answer && test.accepts && !test.accepts(answer) ? 'integrationLoginRefused' : null)
}
