// Runs a command-line program of ours by the bundled Node: node scripts/run.mjs server/cli/seed.ts [arguments]
import { handOver } from './hand-over.mjs'
import { bundledNode } from './node.mjs'
import { prepare } from './prepare.mjs'

await prepare(['database'])
handOver(bundledNode(), process.argv.slice(2))
