import { readFileSync } from 'node:fs'
import { TestEnvironment } from 'jest-environment-node'

/**
 * What the server uses of other people's code, as it is imported. It is loaded once a test process, as production loads it once, instead
 * of once a suite: a second of each suite's time, and its functions stay compiled. What is not named here is loaded again, which is only
 * slower; hucre has to be, as it asks its values which realm they are from.
 */
const libraries = [
  '@electric-sql/pglite',
  '@electric-sql/pglite/contrib/btree_gin',
  '@electric-sql/pglite/contrib/pg_trgm',
  '@fastify/multipart',
  '@fastify/static',
  '@lingui/core',
  '@lingui/format-po',
  '@lingui/message-utils/compileMessage',
  '@pothos/core',
  '@pothos/plugin-complexity',
  '@pothos/plugin-errors',
  '@pothos/plugin-prisma',
  '@pothos/plugin-relay',
  '@prisma/adapter-pg',
  '@prisma/client/runtime/client',
  '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs',
  '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
  'dataloader',
  'fastify',
  'file-type',
  'graphql',
  'graphql-ws',
  'graphql-ws/use/ws',
  'graphql-yoga',
  'htmlparser2',
  'jose',
  'liquidjs',
  'lru-cache',
  'nodemailer',
  'pg',
  'pg-boss',
  'pino',
  'postal-mime',
  'rate-limiter-flexible',
  'sanitize-html',
  'sharp',
  'smtp-server',
  'uuid',
  'ws',
  'zod',
]
const loaded = {}
// One after the other: some are required by others that are loaded at the same time.
for (const name of libraries) loaded[name] = await import(name)

// A plugin belongs to the schema of its suite, which registers it again.
loaded['@pothos/core'].default.allowPluginReRegistration = true

// Held for the life of the process: V8 gives the machine code of a module that is still there to whoever compiles the same bytes, and
// nearly every suite opens a database.
const embeddedDatabase = new URL('../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url)
const prismaCompiler = loaded['@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs'].wasm
export const kept = [
  await WebAssembly.compile(Buffer.from(prismaCompiler, 'base64')),
  process.env.CANDOR_TEST_SERVER_URL ? null : await WebAssembly.compile(readFileSync(embeddedDatabase)),
]

// Libraries throw errors of their own realm, and meet those that the engine throws in a suite's: both are errors to both.
const errors = { Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
const isInstance = Function.prototype[Symbol.hasInstance]
for (const kind of Object.values(errors)) {
  const isKind = (value) => Error.isError(value) && (kind === Error || value.name === kind.name)
  Object.defineProperty(kind, Symbol.hasInstance, {
    configurable: true,
    value(value) {
      return isInstance.call(this, value) || (this === kind && isKind(value))
    },
  })
}

/** A Node realm of a suite's own, for the application's own modules: `load-libraries.mjs` puts the libraries in. */
export default class ServerEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args)
    Object.assign(this.global, errors, { Date, candorLibraries: { ...loaded } })
  }
}
