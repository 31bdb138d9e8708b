import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { ARCHIVED, LEFT_OUT, SHOP_COLUMNS, SHOP_LEFT_OUT } from './tables.ts'

const schema = readFileSync(new URL('../../../prisma/schema.prisma', import.meta.url), 'utf8')
const models = new Map(
  [...schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^ {2}(\w+) +(\w+)(\[\])?/gm)]
      .filter(([, , type = '', list]) => !(list && schema.includes(`model ${type} {`)))
      .map(([, column = '']) => column),
  ]),
)

test('every table is archived or left out with a reason', () => {
  const decided = [...Object.keys(ARCHIVED), ...Object.keys(LEFT_OUT), 'Shop']
  expect(new Set(decided).size).toBe(decided.length)
  expect([...models.keys()].sort()).toEqual(decided.sort())
  expect(Object.values(LEFT_OUT).every((reason) => reason.length > 10)).toBe(true)
})

test('every column of the shop is archived or left out with a reason', () => {
  const decided = [...SHOP_COLUMNS.restored, ...SHOP_COLUMNS.told, ...Object.values(SHOP_LEFT_OUT).flat()]
  expect(models.get('Shop')?.toSorted()).toEqual(decided.sort())
})

test('the decisions name existing columns and tables that come before', () => {
  const before: string[] = []
  for (const [name, { without = [], values = {}, parents = {}, references = {}, names = [] }] of Object.entries(
    ARCHIVED,
  )) {
    const named = [...without, ...names, ...[values, parents, references].flatMap((columns) => Object.keys(columns))]
    expect(models.get(name)).toEqual(expect.arrayContaining(named))
    expect(before).toEqual(expect.arrayContaining([...Object.values(parents), ...Object.values(references)]))
    before.push(name)
  }
})
