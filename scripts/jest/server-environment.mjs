import { readFileSync } from 'node:fs'
import { TestEnvironment } from 'jest-environment-node'

const embeddedDatabase = new URL('../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url)

// Held for the life of the process: V8 gives the machine code of a module that is still there to whoever compiles the same bytes, and
// nearly every suite opens a database.
export const kept = process.env.CANDOR_TEST_SERVER_URL ? null : await WebAssembly.compile(readFileSync(embeddedDatabase))

export default TestEnvironment
