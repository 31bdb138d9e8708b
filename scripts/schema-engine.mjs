#!/usr/bin/env node
// Replaces Prisma's native schema-engine. Answers the CLI's JSON-RPC over stdio with the WASM build of the same engine.
// The CLI starts it by PRISMA_SCHEMA_ENGINE_BINARY (prisma.config.ts).
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

const { values: options, positionals } = parseArgs({
  options: { datasource: { type: 'string' }, version: { type: 'boolean' } },
  allowPositionals: true,
  strict: false,
})
if (options.version) {
  console.log('schema-engine-cli wasm')
  process.exit(0)
}

const { url } = JSON.parse(options.datasource ?? '{}')
await loadEngine()
const engine = await wasm.SchemaEngine.new({ datamodels: undefined }, () => {}, databases())
if (positionals.includes('can-connect-to-database')) process.exit(await canConnect())
for await (const line of createInterface({ input: process.stdin })) await serve(line)
process.exit(0)

/** Instantiates the WASM module by hand: its own entry point expects a bundler. */
async function loadEngine() {
  const folder = dirname(fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')))
  const bytes = readFileSync(join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': wasm })
  wasm.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
}

/**
 * The engine's main database and shadow database. With host "embedded" the main one is an empty database in memory. The
 * shadow one always is. PrismaPg's own ignores `database` beside a connection string and would wipe the main one.
 */
function databases() {
  const server = new PrismaPg({ connectionString: url })
  const embedded = !url || new URL(url).hostname === 'embedded'
  if (!embedded) readCharAsText()
  return bindMigrationAwareSqlAdapterFactory({
    provider: server.provider,
    adapterName: server.adapterName,
    connect: () => (embedded ? inMemory() : server.connect()),
    connectToShadowDb: inMemory,
  })
}

async function inMemory() {
  const [{ PGlite }, { PrismaPGlite }, ...contrib] = await Promise.all([
    import('@electric-sql/pglite'),
    import('pglite-prisma-adapter'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
    import('@electric-sql/pglite/contrib/btree_gin'),
  ])
  return new PrismaPGlite(await PGlite.create({ extensions: Object.assign({}, ...contrib) })).connect()
}

/** Announces the type "char" (oid 18) as text (oid 25): adapter-pg cannot read it, and pg_catalog uses it. */
function readCharAsText() {
  const { addFields } = pg.Result.prototype
  pg.Result.prototype.addFields = function (fields) {
    return addFields.call(
      this,
      fields.map((field) => (field.dataTypeID === 18 ? { ...field, dataTypeID: 25 } : field)),
    )
  }
}

async function canConnect() {
  try {
    await engine.ensureConnectionValidity({ datasource: { tag: 'ConnectionString', url } })
    return 0
  } catch (error) {
    console.error(JSON.stringify({ level: 'ERROR', fields: { message: error.message, error_code: error.code } }))
    return 1
  }
}

async function serve(line) {
  if (!line.trim()) return
  const { id, method, params } = JSON.parse(line)
  if (!method) return // the CLI's acknowledgement of a print
  try {
    // applyMigrations clears the cache of devDiagnostic that evaluateDataLoss needs.
    if (method === 'evaluateDataLoss')
      await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
    const result = (await engine[method](params)) ?? null
    if (method === 'diff' && result?.stdout != null)
      send({ id: `print-${id}`, method: 'print', params: { content: result.stdout } })
    send({ id, result })
  } catch (error) {
    const data = {
      is_panic: false,
      message: error.message ?? String(error),
      error_code: error.code ?? null,
      meta: error.meta ?? null,
    }
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
