import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TestEnvironment } from 'jest-environment-node'

/**
 * Third-party libraries of the server, by import name. Each is loaded once per test process, as in production, which
 * saves a second per suite. Unlisted libraries are loaded per suite, which is only slower. hucre must stay unlisted, as
 * it checks the realm of its values.
 */
const libraries = [
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
// Sequential: some libraries require others that would still be loading.
for (const name of libraries) loaded[name] = await import(name)

// A plugin belongs to its suite's schema, so each suite registers it again.
loaded['@pothos/core'].default.allowPluginReRegistration = true

// Kept for the life of the process, so that V8 reuses the machine code. Nearly every suite opens a database.
const prismaCompiler = loaded['@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs'].wasm
export const kept = await WebAssembly.compile(Buffer.from(prismaCompiler, 'base64'))

// Libraries throw errors of their realm and receive errors of the suite's realm. `instanceof` must accept both.
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

/** Helpers that call Jest's globals, which only a suite's realm has. */
const usesJest = (path) =>
  /\b(expect|jest|beforeAll|afterAll|beforeEach|afterEach|test)[.(]/.test(readFileSync(path, 'utf8'))

const root = resolve(import.meta.dirname, '../..')
const testHelpers = globSync('server/testing/**/*.ts', { cwd: root })
/** The application's modules. Node loads each once per test process, at its first import. */
const modules = globSync('{server,rules}/**/*.{ts,mjs}', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !(testHelpers.includes(path) && usesJest(resolve(root, path))))
  .map((path) => resolve(root, path))
const importModule = (path) => import(pathToFileURL(path).href)

/**
 * A Node realm per suite. `load-libraries.mjs` adds the shared libraries and modules. A suite with the docblock
 * `@own-modules` loads the application's modules in its own realm: it replaces timers or other globals.
 */
export default class ServerEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const shared = 'own-modules' in context.docblockPragmas ? [] : modules
    Object.assign(this.global, errors, {
      Date,
      candorShared: { libraries: { ...loaded }, modules: shared, importModule },
    })
  }
}
