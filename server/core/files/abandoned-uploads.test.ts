import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropAbandonedUploads } from './uploads.ts'

/** An impossible process id. */
const gone = 2_147_483_646
const made: string[] = []
afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true, force: true })))

function folder(name: string, { mode = 0o700, hours = 2 } = {}): string {
  const path = join(tmpdir(), `candor-upload-${name}`)
  made.push(path)
  mkdirSync(path)
  writeFileSync(join(path, 'half'), 'h')
  chmodSync(path, mode)
  const then = new Date(Date.now() - hours * 3_600_000)
  utimesSync(path, then, then)
  return path
}

test('deletes a killed process’s uploads after an hour and keeps active, recent and shared folders', async () => {
  const lost = folder(`${gone}-lost`)
  const kept = [
    folder(`${process.pid}-mine`),
    folder(`${gone}-young`, { hours: 0.5 }),
    folder(`${gone}-open`, { mode: 0o777 }),
  ]
  await dropAbandonedUploads()
  expect([lost, ...kept].map((path) => existsSync(path))).toEqual([false, true, true, true])
})

test('does not follow symbolic links', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'candor-elsewhere-'))
  made.push(elsewhere)
  writeFileSync(join(elsewhere, 'precious'), 'p')
  const way = join(tmpdir(), `candor-upload-${gone}-way`)
  made.push(way)
  symlinkSync(elsewhere, way)
  await dropAbandonedUploads()
  expect(existsSync(join(elsewhere, 'precious'))).toBe(true)
})
