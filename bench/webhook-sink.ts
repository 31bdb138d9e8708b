// A receiver of webhooks on another process, that answers at once. Each question returns the number since the last one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportReady } from './child.ts'

let taken = 0
const sink = createServer((request, response) => {
  request.resume().on('end', () => {
    taken++
    response.end('ok')
  })
})
sink.listen(0, '127.0.0.1', () =>
  reportReady(`http://127.0.0.1:${(sink.address() as AddressInfo).port}`, () => {
    const since = taken
    taken = 0
    return since
  }),
)
