import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { buildSchema, parse, validate } from 'graphql'
import * as documents from './documents.ts'
import { apiVersion } from './headers.ts'

const schema = buildSchema(readFileSync(new URL(`./admin-${apiVersion}.graphql`, import.meta.url), 'utf8'))
const problemsOf = (document: string) => validate(schema, parse(document)).map(({ message }) => message)

test.each(Object.entries(documents))('are valid in the Admin API: %s', (_name, document) => {
  expect(problemsOf(document)).toEqual([])
})

test('rejects a field that the Admin API lacks', () => {
  expect(problemsOf(documents.shopDetailsDocument.replace('contactEmail', 'contactMail'))).toHaveLength(1)
})
