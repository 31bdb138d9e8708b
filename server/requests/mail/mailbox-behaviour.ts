import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { Behaviour } from './catcher.ts'

const keyOf = (recipient: string): string => `mailbox:${recipient.trim().toLowerCase()}`

/** Returns what the demo's mail server does with mails to a recipient; null: it takes them. */
export async function readBehaviour(access: DatabaseAccess, recipient: string): Promise<Behaviour | null> {
  const row = await access.acrossShops('the demo platform').demoState.findUnique({ where: { key: keyOf(recipient) } })
  return typeof row?.value === 'string' ? row.value : null
}

/** Sets what the demo's mail server does with mails to a recipient; null: it takes them again. */
export async function setBehaviour(
  access: DatabaseAccess,
  { recipient, answer }: { recipient: string; answer: Behaviour | null },
): Promise<void> {
  const { demoState } = access.acrossShops('the demo platform')
  const key = keyOf(recipient)
  if (answer === null) await demoState.deleteMany({ where: { key } })
  else await demoState.upsert({ where: { key }, create: { key, value: answer }, update: { value: answer } })
}
