import { v7 as uuidv7 } from 'uuid'
import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { Env } from '../../core/env.ts'
import { startCatcher } from './catcher.ts'
import type { MailPort } from './mail.ts'
import { openSmtpMail } from './smtp.ts'
import { readBehaviour } from './mailbox-behaviour.ts'

/** Opens the outgoing mail server: SMTP_URL, or in the demo a local server that keeps mails for /demo/mailbox. */
export async function openMailPort({
  env,
  access,
  now,
}: {
  env: Env
  access: DatabaseAccess
  now(): Date
}): Promise<{ port: MailPort; close(): Promise<void> }> {
  if (env.SMTP_URL) {
    const port = openSmtpMail(env.SMTP_URL)
    return { port, close: () => port.close() }
  }
  const db = access.acrossShops('the demo platform')
  const catcher = await startCatcher(
    async (mail) => {
      await db.demoMail.create({ data: { id: uuidv7(), ...mail, receivedAt: now() } })
    },
    { behaviourOf: (recipient) => readBehaviour(access, recipient) },
  )
  const port = openSmtpMail(catcher.url)
  return {
    port,
    async close() {
      await port.close()
      await catcher.close()
    },
  }
}
