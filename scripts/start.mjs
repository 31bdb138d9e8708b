// `npm start`: plain JavaScript for the Node of the machine. Brings the folder up to date, then hands over to the bundled Node.
import { handOver } from './hand-over.mjs'
import { bundledNode } from './node.mjs'
import { prepare } from './prepare.mjs'

await prepare(['database', 'relay', 'build'])
handOver(bundledNode(), ['server/main.ts', ...process.argv.slice(2)])
