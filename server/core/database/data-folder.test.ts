import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFiles } from '../files/open.ts'
import { readEnv } from '../env.ts'
import { openDatabase } from './open.ts'

const root = mkdtempSync(join(tmpdir(), 'candor-modes-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('closes the data folder to other users, whatever its mode was', async () => {
  const folder = join(root, 'data')
  for (const path of [folder, join(folder, 'files')]) {
    mkdirSync(path)
    chmodSync(path, 0o755)
  }
  const database = await openDatabase({ dataDir: folder })
  await database.close()
  await openFiles(readEnv({ CANDOR_MODE: 'demo', DATA_DIR: folder }), 'http://candor.test')
  expect(['', 'pg18', 'files'].map((name) => modeOf(join(folder, name)).toString(8))).toEqual(['700', '700', '700'])
})

test('closes files to other users with a PostgreSQL server too, and leaves a shared folder open', async () => {
  const shared = join(root, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  const env = readEnv({ CANDOR_MODE: 'demo', DATA_DIR: shared })
  await openFiles(env, 'http://candor.test')
  expect([modeOf(shared), modeOf(join(shared, 'files'))]).toEqual([0o777, 0o700])
  const made = join(root, 'made')
  await openFiles({ ...env, DATA_DIR: made }, 'http://candor.test')
  expect([modeOf(made), modeOf(join(made, 'files'))]).toEqual([0o700, 0o700])
})
