// Compiles the client's GraphQL documents and rewrites the list of known documents. The compiler itself only adds to
// the list.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import relay from 'relay-compiler'
import config from '../relay.config.js'

const known = config.persistConfig.file

mkdirSync(config.artifactDirectory, { recursive: true })
mkdirSync('server/generated', { recursive: true })
writeFileSync(known, '{}\n')
// Not its watch mode, which needs a newer watchman than Debian's.
process.exitCode =
  spawnSync(relay, ['--noWatchman', '--repersist', '--output', 'quiet-with-errors'], { stdio: 'inherit' }).status ?? 1
if (process.exitCode === 0) leaveOutTests()

/** Removes the documents of tests, which no client sends in production. */
function leaveOutTests() {
  const texts = globSync('client/**/*.test.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const operation = /^\s*(?:query|mutation|subscription)\s+(\w+)/
  const tested = new Set([...texts.matchAll(/graphql`([^`]*)`/g)].map(([, document]) => operation.exec(document)?.[1]))
  const documents = Object.entries(JSON.parse(readFileSync(known, 'utf8')))
  writeFileSync(
    known,
    `${JSON.stringify(Object.fromEntries(documents.filter(([, text]) => !tested.has(operation.exec(text)?.[1]))), null, 2)}\n`,
  )
}
