// An SMTP server that accepts every email and discards it. Each question returns the number since the last one.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { reportReady } from './child.ts'

let taken = 0
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.on('end', () => {
      taken++
      done()
    })
    stream.resume()
  },
})
sink.on('error', () => undefined)
sink.listen(0, '127.0.0.1', () =>
  reportReady(`smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`, () => {
    const since = taken
    taken = 0
    return since
  }),
)
