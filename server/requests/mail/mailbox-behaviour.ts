import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { Behaviour } from './catcher.ts'

const keyOf = (recipient: string): string => `mailbox:${recipient.trim().toLowerCase()}`

/** Returns how the demo's mail server treats a recipient's mail; null: it accepts it. */
export async function readBehaviour(access: DatabaseAccess, recipient: string): Promise<Behaviour | null> {
  const row = await access.acrossShops('the demo platform').demoState.findUnique({ where: { key: keyOf(recipient) } })
  return typeof row?.value === 'string' ? row.value : null
}

/** Sets how the demo's mail server treats a recipient's mail; null: it accepts it. */
export async function setBehaviour(
  access: DatabaseAccess,
  { recipient, answer }: { recipient: string; answer: Behaviour | null },
): Promise<void> {
  const { demoState } = access.acrossShops('the demo platform')
  const key = keyOf(recipient)
  if (answer === null) await demoState.deleteMany({ where: { key } })
  else await demoState.upsert({ where: { key }, create: { key, value: answer }, update: { value: answer } })
}
