import { importApps, templateSource, unknownSource } from '../../../rules/import-apps.ts'
import { other } from './mapping.ts'
import { sources } from './sources.ts'
import { template } from './template.ts'

test('names every import source in the texts for merchants', () => {
  const names = sources.map(({ name }) => name)
  expect(importApps.filter((app) => !names.includes(app))).toEqual([])
  expect([template.name, other.name]).toEqual([templateSource, unknownSource])
})
