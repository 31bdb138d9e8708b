import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { LOCALE_IDS } from '../../rules/locales.ts'
import { OPTIONAL_SCOPES, REQUIRED_SCOPES } from '../../rules/scopes.ts'
import { apiVersion } from '../platform/shopify/headers.ts'
import { callbackPath } from '../shop/install/oauth.ts'
import { webhookTopics } from './webhook-topics.ts'

const file = readFileSync(new URL('../../shopify.app.toml', import.meta.url), 'utf8')
const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact']

/** Returns the texts of an array, or of a text with commas. */
const listOf = (key: string): string[] =>
  [...(new RegExp(`^${key} = (\\[[^\\]]*\\]|".*")$`, 'm').exec(file)?.[1] ?? '').matchAll(/[^\s",[\]]+/g)]
    .map(([text]) => text)
    .sort()

test('the app’s configuration names the topics, scopes and addresses of the code', () => {
  expect(listOf('topics')).toEqual(
    [...webhookTopics.keys()].filter((topic) => !complianceTopics.includes(topic)).sort(),
  )
  expect(listOf('compliance_topics')).toEqual(complianceTopics)
  expect(listOf('scopes')).toEqual([...REQUIRED_SCOPES].sort())
  expect(listOf('optional_scopes')).toEqual([...OPTIONAL_SCOPES].sort())
  expect(listOf('api_version')).toEqual([apiVersion])
  expect(listOf('redirect_urls')).toEqual([`https://reviews.example.com${callbackPath}`])
})

test('the app’s configuration defines the metafields that the theme prints', () => {
  const keys = [...file.matchAll(/^\[product\.metafields\.app\.widgets_(.+)\]$/gm)].map(([, locale]) => locale)
  expect(keys.sort()).toEqual([...LOCALE_IDS].sort())
})
