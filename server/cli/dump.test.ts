import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabaseAccess } from '../core/database/for-shop.ts'
import { ownerRole } from '../core/database/embedded/embedded.ts'
import { migrate } from '../core/database/migrate.ts'
import { openDatabase } from '../core/database/open.ts'
import { addThings } from '../testing/things.ts'
import { createWorld, onServer, urlOf, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Counts the rows of every table, jobs included. */
async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int as count
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Runs a program of Debian's PostgreSQL; the packages that npm installs have none. */
const runTool = (name: string, ...args: string[]) =>
  execFileSync(join(process.env.POSTGRES_BIN ?? '', name), args, { stdio: ['ignore', 'ignore', 'pipe'] })

const hasTools = process.env.CANDOR_TEST_OLDEST === 'yes'

;(hasTools ? test : test.skip)(
  'restores a dump as docs/operations says, with every row and working row-level security @oldest',
  async () => {
    const { mark } = await addThings(world, world.shop)
    const name = `restored_${randomUUID().replaceAll('-', '')}`
    const source = await world.app.database.pool.query<{ name: string }>('select current_database() as name')
    const file = join(world.app.deps.env.DATA_DIR, 'candor.dump')
    await onServer(`create database ${name} owner ${ownerRole} template template0`)
    runTool('pg_dump', '--format=custom', `--file=${file}`, urlOf(source.rows[0]?.name ?? ''))
    runTool('pg_restore', `--dbname=${urlOf(name)}`, '--no-owner', '--exit-on-error', file)
    const restored = await openDatabase({ url: urlOf(name) })
    try {
      expect(await migrate(restored.pool)).toEqual([])
      const counts = await countRows(restored.pool)
      expect(counts).toEqual(await countRows(world.app.database.pool))
      expect(counts['public."Review"']).toBeGreaterThan(5)
      // A start reads a shop's row as a request does, and refuses a database whose policies don't work.
      const access = await openDatabaseAccess(restored)
      const reviews = (shopId: string) => access.forShop(shopId).review.count()
      expect(await reviews(world.shop.id)).toBe(await world.ctx.db.review.count())
      expect(await reviews(world.otherShop.id)).toBe(0)
      expect(
        await access.forShop(world.shop.id).product.count({ where: { title: { contains: mark } } }),
      ).toBeGreaterThan(0)
      await access.close()
    } finally {
      await restored.close()
      await onServer(`drop database ${name} with (force)`)
    }
  },
)
