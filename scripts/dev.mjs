import { handOver } from './hand-over.mjs'
import { bundledNode } from './node.mjs'
import { prepare } from './prepare.mjs'

await prepare(['database', 'relay', 'build'])
handOver(bundledNode(), ['scripts/dev-server.mjs'])
