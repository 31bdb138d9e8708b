import { expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { COMING_FEATURES, FEATURES, plans, type Feature } from '../../../rules/plans.ts'
import { SETTING_KEYS, SETTINGS } from '../../../rules/settings/settings.ts'

const root = new URL('../../../', import.meta.url).pathname
/** Code that decides: neither tests, nor generated files, nor the tables that only show a plan. */
const code = ['server/**/*.ts', 'rules/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter(
    (file) =>
      !/\.test\.ts$|^server\/(generated|testing|demo)\/|^rules\/plans\.ts$|\.graphql\.ts$|\.rest\.ts$/.test(file),
  )
  .map((file) => readFileSync(root + file, 'utf8'))
  .join('\n')

const gatedFeatures = new Set(SETTING_KEYS.flatMap((key) => Object.values<Feature>(SETTINGS[key].gated)))
/** Features whose effect is a limit of the plan; rules/plans.test.ts keeps both alike. */
const byLimit: Partial<Record<Feature, keyof (typeof plans)['free']>> = { unlimitedRequests: 'monthlyRequests' }

const isRead = (word: string): boolean =>
  new RegExp(`(allows|requireFeature)\\([^;]{0,80}'${word}'\\)|feature: '${word}'`).test(code)
const isLimitRead = (limit: string): boolean =>
  new RegExp(`(planOf\\([^)]*\\)|plans\\[[^\\]]+\\])+\\)?\\.${limit}\\b|\\b${limit}\\b[^\\n]*\\} = plans`).test(code)

function hasEffect(feature: Feature): boolean {
  const limit = byLimit[feature]
  return limit ? isLimitRead(limit) : gatedFeatures.has(feature) || isRead(feature)
}

test('every feature of the plans has an effect, except those named as coming', () => {
  const idle = (Object.keys(FEATURES) as Feature[]).filter((feature) => !hasEffect(feature))
  expect(idle.toSorted()).toEqual([...COMING_FEATURES].toSorted())
})

test('every limit and price of the plans has an effect', () => {
  expect(Object.keys(plans.free).filter((limit) => limit !== 'id' && !isLimitRead(limit))).toEqual([])
})

test('a word without an effect is found', () => {
  expect([isRead('noSuchFeature'), isLimitRead('noSuchLimit')]).toEqual([false, false])
})
