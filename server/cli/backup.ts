import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readEnv, type Env } from '../core/env.ts'
import { readBackup, writeBackup } from './backup-archive.ts'
import { fail, openForCommand, parseOptions, runProgram } from './program.ts'

const usage = `Usage: npm run backup -- --out FILE       (copies the embedded database and the files of DATA_DIR, also while Candor runs)
       npm run backup -- --restore FILE   (brings them back into a DATA_DIR without a database)`

await runProgram(async () => {
  const text = { type: 'string' } as const
  const { out, restore } = parseOptions({ options: { out: text, restore: text } }, usage).values
  if (Boolean(out) === Boolean(restore)) fail(usage, 2)
  const env = readEnv()
  if (env.DATABASE_URL)
    fail('DATABASE_URL names a server. Back it up with pg_dump, and the files of DATA_DIR with any tool.')
  if (out) await save(env, resolve(out))
  if (restore) await bringBack(env, resolve(restore))
})

async function save(env: Env, path: string): Promise<void> {
  const database = await openForCommand(env)
  try {
    console.log(JSON.stringify({ file: path, bytes: await writeBackup(database, env.DATA_DIR, path) }))
  } finally {
    await database.close()
  }
}

async function bringBack(env: Env, path: string): Promise<void> {
  if (!existsSync(path)) fail(`Can't read ${path}: there is no such file.`)
  await readBackup(env.DATA_DIR, path)
  // Opening it replays what was written during the backup.
  const database = await openForCommand(env)
  try {
    const { rows } = await database.pool.query<{ count: number }>('select count(*)::int from "Shop"')
    console.log(JSON.stringify({ folder: env.DATA_DIR, shops: rows[0]?.count ?? 0 }))
  } finally {
    await database.close()
  }
}
