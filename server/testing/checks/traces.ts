import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Prisma } from '../../generated/prisma/client.ts'
import type { World } from '../world.ts'

/** Stand-ins for the world outside: mailboxes of shoppers, other services, and the platform's orders. */
const outside = ['DemoMail', 'DemoReceived']

/** Returns every table and stored file that contains one of the words, in any letter case. */
export async function findTraces(world: World, words: readonly string[]): Promise<string[]> {
  const db = world.app.deps.access.acrossShops('the demo platform')
  const tables = await db.$queryRaw<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind = 'r' and c.relname <> all(${outside}) order by 1, 2`
  const found: string[] = []
  for (const { schema, name } of tables) {
    const isOrder = name === 'DemoState' ? Prisma.sql`and not t.key like 'order:%'` : Prisma.empty
    for (const word of words) {
      const [row] = await db.$queryRaw<{ text: string }[]>`
        select left(t::text, 2000) as text from ${Prisma.raw(`"${schema}"."${name}"`)} t
        where position(lower(${word}) in lower(t::text)) > 0 ${isOrder} limit 1`
      if (row) found.push(`${name} contains ${word}: ${around(row.text, word)}`)
    }
  }
  return [...found, ...(await findInFiles(world.app.deps.env.DATA_DIR, words))]
}

const around = (text: string, word: string): string => {
  const at = text.toLowerCase().indexOf(word.toLowerCase())
  return text.slice(Math.max(0, at - 40), at + word.length + 20)
}

async function findInFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const text = (await readFile(path)).toString('latin1').toLowerCase()
    for (const word of words)
      if (path.includes(word) || text.includes(word.toLowerCase()))
        found.push(`the file ${entry.name} contains ${word}`)
  }
  return found
}
