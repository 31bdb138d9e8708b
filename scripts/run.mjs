// Runs one of our command-line programs on the bundled Node: node scripts/run.mjs server/cli/seed.ts [arguments]
import { handOver } from './hand-over.mjs'
import { bundledNode } from './node.mjs'
import { prepare } from './prepare.mjs'

const program = process.argv.slice(2)
await prepare(program[0].startsWith('bench/') ? ['database', 'relay', 'build'] : ['database'])
handOver(bundledNode(), program)
