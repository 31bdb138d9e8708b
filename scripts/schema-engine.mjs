#!/usr/bin/env node
// Replaces Prisma's native schema-engine. Answers the CLI's JSON-RPC over stdio with the WASM build of the same engine.
// The CLI starts it by PRISMA_SCHEMA_ENGINE_BINARY (prisma.config.ts).
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
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
/** Object ids of the type "char", which pg_catalog uses and the adapter does not know, and of text. */
const [charType, textType] = [18, 25]
let server
let made = 0
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

/** The engine's main database and its shadow database: the given server and a private one, which ends with this process. */
function databases() {
  const given = new PrismaPg({ connectionString: url })
  return bindMigrationAwareSqlAdapterFactory({
    provider: given.provider,
    adapterName: given.adapterName,
    connect: () => (isGiven() ? connectTo(url) : connectToPrivate()),
    connectToShadowDb: connectToPrivate,
  })
}

function isGiven() {
  return Boolean(url) && new URL(url).hostname !== 'embedded'
}

/** Connects to a new, empty database. */
async function connectToPrivate() {
  const { startPrivatePostgres } = await import('../server/testing/private-postgres.ts')
  server ??= startPrivatePostgres()
  const address = new URL((await server).url)
  const name = `empty_${++made}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  address.pathname = `/${name}`
  return connectTo(address.href)
}

/**
 * Connects with two repairs of the adapter. A migration runs as one script, which the adapter would split inside of
 * function bodies. Columns of the type "char" arrive as characters.
 */
async function connectTo(connectionString) {
  const connection = await new PrismaPg({ connectionString }).connect()
  const { performIO, queryRaw } = Object.getPrototypeOf(Object.getPrototypeOf(connection))
  let isChar = []
  return Object.assign(connection, {
    async executeScript(script) {
      await connection.client.query(script)
    },
    async performIO(query) {
      const result = await performIO.call(connection, query)
      isChar = result.fields.map(({ dataTypeID }) => dataTypeID === charType)
      const fields = result.fields.map((field, at) => (isChar[at] ? { ...field, dataTypeID: textType } : field))
      return { ...result, fields }
    },
    async queryRaw(query) {
      const result = await queryRaw.call(connection, query)
      const columnTypes = result.columnTypes.map((type, at) => (isChar[at] ? ColumnTypeEnum.Character : type))
      return { ...result, columnTypes }
    },
  })
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
