import { createHash } from 'node:crypto'
import { stripTypeScriptTypes } from 'node:module'

// Runs tests of rules and server as production does: Node's type stripping keeps every line and column.
const transformer = {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  getCacheKey: (source, path) =>
    createHash('sha256')
      .update(process.version)
      .update('\0')
      .update(path)
      .update('\0')
      .update(source)
      .digest('hex')
      .slice(0, 32),
}
export default transformer
