import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Lets one process at a time prepare this folder; the others wait. The lock is a listening local socket, so it ends
 * with its process. Waiting processes hold a connection to it.
 * @returns a function that releases the lock
 */
export async function waitForLock(folder) {
  const address = addressOf(folder)
  for (let said = false; ;) {
    const server = await listen(address)
    if (server) return () => server.close()
    if (!said) console.log('Another process is preparing this folder. Waiting ...')
    said = true
    await waitUntilFree(address)
  }
}

/** Abstract sockets and pipes leave nothing behind; elsewhere a file may stay after a kill. */
function addressOf(folder) {
  const name = `candor-prepare-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name)
}

function listen(address) {
  return new Promise((resolve, reject) => {
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => {}).on('close', () => waiting.delete(socket))
    })
    const close = server.close.bind(server)
    server.close = () => {
      for (const socket of waiting) socket.destroy()
      return close()
    }
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(address, () => resolve(server.unref()))
  })
}

function waitUntilFree(address) {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.on('error', (error) => {
      if (error.code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
    })
    socket.on('close', resolve)
    socket.resume()
  })
}
