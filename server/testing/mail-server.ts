import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

interface RefusingServer {
  /** Value for SMTP_URL. */
  url: string
  /** Offered recipients in order. */
  asked: string[]
  messageIds: string[]
  close(): Promise<void>
}

/** Starts a mail server with an answer for each recipient; null accepts the mail. */
export async function startMailServer(
  answer: (address: string) => { code: number; text: string } | null,
): Promise<RefusingServer> {
  const asked: string[] = []
  const messageIds: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      asked.push(address)
      const refusal = answer(address)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      stream.on('end', () => {
        messageIds.push(/^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '')
        done(null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    asked,
    messageIds,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
