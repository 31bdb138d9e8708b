// `npm test`: prepares as `npm start` does, then runs Jest; arguments go to it (`npm test -- rules/plans`).
import { handOver } from './hand-over.mjs'
import { bundledNode } from './node.mjs'
import { prepare } from './prepare.mjs'

/** Steps that a part's tests need. Tests of several parts, or without a path, need all steps. */
const needs = { rules: [], server: ['database'], client: ['relay'], e2e: ['database', 'relay', 'build'] }

const args = process.argv.slice(2)
const parts = args.filter((arg) => !arg.startsWith('-')).map((path) => path.split('/')[0])
const known = parts.length > 0 && parts.every((part) => part in needs)
await prepare(known ? [...new Set(parts.flatMap((part) => needs[part]))] : needs.e2e)

// Jest needs Node's module API to run ES modules. Each suite loads the application again, which a larger young
// generation makes a tenth cheaper.
const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=64']
handOver(bundledNode(), [...node, 'node_modules/jest/bin/jest.js', ...args])
