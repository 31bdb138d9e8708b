import { expect, test } from '@jest/globals'
import { listHiddenPages } from './hidden-pages.ts'

test.each<[object, string, string[]]>([
  [{}, 'basic', []],
  [{ installedAvadaApps: ['aem'] }, 'basic', []],
  [{ installedAvadaApps: ['joy'] }, 'basic', ['/reward-reviews']],
  [{ installedAvadaApps: ['survey'], noSurvey: true }, 'basic', ['/other-compliance']],
  [{ noSurvey: true }, 'basic', ['/other-compliance']],
  [{}, 'affiliate', ['/subscription']],
])('with the flags %j on %s, the menu leaves out %j', (flags, shopifyPlan, pages) => {
  expect(listHiddenPages({ flags, shopifyPlan })).toEqual(pages)
})
