// Compiles the client's GraphQL documents and writes the list of known documents anew, as the compiler only ever adds to it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import relay from 'relay-compiler'
import config from '../relay.config.js'

mkdirSync(config.artifactDirectory, { recursive: true })
mkdirSync('server/generated', { recursive: true })
writeFileSync(config.persistConfig.file, '{}\n')
// Never its watch mode: it needs a newer watchman than Debian has.
execFileSync(relay, ['--noWatchman', '--repersist', '--output', 'quiet-with-errors'], { stdio: 'inherit' })
