// Commands for run() that start tools of node_modules on the bundled Node.
import { bundledNode, root } from './node.mjs'

const tool =
  (file) =>
  (...args) => [bundledNode(), `${root}/node_modules/${file}`, ...args]

const prisma = tool('prisma/build/index.js')
export const lingui = tool('@lingui/cli/dist/lingui.js')
/** TypeScript's native compiler. Other tools need the slower one in JavaScript. */
export const tsc = tool('typescript-native/bin/tsc')
export const prettier = tool('prettier/bin/prettier.cjs')
export const oxlint = tool('oxlint/bin/oxlint')
export const dependencyCruiser = tool('dependency-cruiser/bin/dependency-cruise.mjs')
export const relay = (...args) => [bundledNode(), `${root}/node_modules/relay-compiler/cli.js`, '--noWatchman', ...args]
export const script = (file, ...args) => [bundledNode(), `scripts/${file}`, ...args]

/** Prints the SQL that the migrations lack of schema.prisma. */
export const migrationDiff = () =>
  prisma('migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--script')

/** Returns whether migrations and schema agree. A crashed engine prints nothing, which does not count. */
export const isEmptyMigration = (sql) => sql.trim() === '-- This is an empty migration.'
