import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { FLOW_ACTIONS, FLOW_TRIGGERS, flowActionPath, type FlowAction, type FlowTrigger } from '../../rules/flow.ts'

const root = new URL('../../', import.meta.url).pathname
type Table = Record<string, string | boolean>

/** Reads the few forms of TOML that these files use: tables of texts and switches. */
function readExtension(path: string): { extension: Table; fields: Table[] } {
  const extension: Table = {}
  const fields: Table[] = []
  let table = extension
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '[[settings.fields]]') fields.push((table = {}))
    const [, key, value] = /^(\w+) = (".*"|true|false)$/.exec(line) ?? []
    if (key && value) table[key] = JSON.parse(value) as string | boolean
    else if (line !== '' && !/^(#.*|\[\[extensions\]\]|\[settings\]|\[\[settings\.fields\]\])$/.test(line))
      throw new Error(`${path}: ${line}`)
  }
  return { extension, fields }
}

const extensionsOf = (kind: string) =>
  globSync(`extensions/flow-${kind}-*/shopify.extension.toml`, { cwd: root })
    .sort()
    .map((path) => [path, readExtension(root + path)])

const pathOf = (kind: string, handle: string) => `extensions/flow-${kind}-${handle}/shopify.extension.toml`

test('declares the triggers that the code starts, with the same fields', () => {
  const expected = Object.values<FlowTrigger>(FLOW_TRIGGERS).map(({ references, fields, ...extension }) => [
    pathOf('trigger', extension.handle),
    {
      extension: { ...extension, type: 'flow_trigger' },
      fields: [...references.map((reference) => ({ type: `${reference}_reference` })), ...fields],
    },
  ])
  expect(extensionsOf('trigger')).toEqual(expected.sort())
})

test('declares the actions that the code runs, with their addresses and fields', () => {
  const expected = Object.values<FlowAction>(FLOW_ACTIONS).map(({ references, fields, ...extension }) => [
    pathOf('action', extension.handle),
    {
      extension: {
        ...extension,
        type: 'flow_action',
        runtime_url: `https://reviews.example.com${flowActionPath(extension.handle)}`,
      },
      fields: [...references.map((reference) => ({ type: `${reference}_reference`, required: true })), ...fields],
    },
  ])
  expect(extensionsOf('action')).toEqual(expected.sort())
})
