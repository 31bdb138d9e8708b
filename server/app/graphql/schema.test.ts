import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import { getNamedType, isUnionType } from 'graphql'
import { limits } from '../../core/graphql/builder.ts'
import { schema } from './schema.ts'

describe('the schema', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})

  test.each(mutations.map((field) => [field.name, field] as const))(
    'gives %s a union of its success and its refusals',
    (name, field) => {
      const type = getNamedType(field.type)
      if (!isUnionType(type)) throw new Error(`${name} answers ${type.name}, which is no union`)
      const members = type.getTypes().map((member) => member.name)
      expect(members).toEqual(expect.arrayContaining(['InvalidInputError', 'NotFoundError']))
      expect(members.filter((member) => member.endsWith('Success'))).toHaveLength(1)
    },
  )

  test('accepts no shop as input', () => {
    const named = mutations
      .flatMap((field) => field.args.map((arg) => getNamedType(arg.type)))
      .flatMap((type) => ('getFields' in type ? Object.keys(type.getFields()) : []))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => /shop(Id)?$/i.test(name))).toEqual([])
  })

  test('allows each document of the admin', () => {
    const documents = Object.values(
      JSON.parse(readFileSync('server/generated/persisted-documents.json', 'utf8')) as Record<string, string>,
    ).filter((document) => !document.startsWith('subscription'))
    const over = documents
      // Without values for its variables.
      .map((document) => document.replace(/^[^{]*/, (head) => head.replaceAll('!', '')))
      .map((document) => ({ ...complexityFromQuery(document, { schema }), document: document.slice(0, 60) }))
      .filter(({ depth, breadth }) => depth > limits.depth || breadth > limits.breadth)
    expect(documents.length).toBeGreaterThan(100)
    expect(over).toEqual([])
  })
})
