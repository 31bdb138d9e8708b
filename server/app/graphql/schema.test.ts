import { describe, expect, test } from '@jest/globals'
import { getNamedType, isUnionType } from 'graphql'
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
})
