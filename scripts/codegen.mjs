// `npm run codegen`: generates files in the order of their dependencies.
import { writeFileSync } from 'node:fs'
import { run } from './children.mjs'
import { stop } from './node.mjs'
import { prepare } from './prepare.mjs'
import { withProgress } from './progress.mjs'
import { lingui, script } from './tools.mjs'

await prepare(['database'])
try {
  await withProgress('schema.graphql', async () =>
    writeFileSync('schema.graphql', await run(script('print-schema.ts'))),
  )
  await withProgress('docs/api/settings.md', async () =>
    writeFileSync('docs/api/settings.md', await run(script('print-settings.ts'))),
  )
  await prepare(['relay'])
  await withProgress('Translation catalogs', () => run(lingui('extract', '--clean', '--overwrite')))
} catch (error) {
  stop(error.message)
}
