// `npm test`: prepares as `npm start` does, then runs Jest; arguments go to it (`npm test -- rules/plans`).
import { handOver } from './hand-over.mjs'
import { bundledNode } from './node.mjs'
import { prepare } from './prepare.mjs'

/** What the tests of a part need; tests of several parts, or no path at all, need everything. */
const needs = { rules: [], server: ['database'], client: ['relay'], e2e: ['database', 'relay', 'build'] }

const args = process.argv.slice(2)
const parts = args.filter((arg) => !arg.startsWith('-')).map((path) => path.split('/')[0])
const known = parts.length > 0 && parts.every((part) => part in needs)
await prepare(known ? [...new Set(parts.flatMap((part) => needs[part]))] : needs.e2e)

// Tests are ES modules as they stand; Jest needs Node's module API for that. Each suite loads the application again: in a larger young
// generation that costs a tenth less.
const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=64']
handOver(bundledNode(), [...node, 'node_modules/jest/bin/jest.js', ...args])
