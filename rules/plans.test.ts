import {
  allows,
  FEATURES,
  isNonPayingShop,
  isPlanId,
  PLAN_IDS,
  planOf,
  plans,
  requiredPlan,
  subscriptionNames,
  subscriptionState,
  type Feature,
} from './plans.ts'

describe('plan table (spec 9)', () => {
  test.each([
    ['free', -1, 0, 0, 0, 50, 100, 40],
    ['pro', 0, 19.9, 16.9, 7, 250, 10_000, null],
    ['pro_2', 0, 9.9, 8.4, 7, 250, 10_000, null],
    ['pro_24', 0, 12.9, 10.9, 7, 250, 10_000, null],
    ['advanced', 1, 29.9, 25.4, 7, null, 10_000, null],
    ['enterprise', 2, 199, 169, 60, null, 10_000, null],
  ] as const)(
    '%s',
    (...[id, tier, monthlyUsd, annualMonthlyUsd, trialDays, monthlyRequests, maxImportRows, oldOrderRequests]) => {
      expect(plans[id]).toMatchObject({
        id,
        tier,
        monthlyUsd,
        annualMonthlyUsd,
        trialDays,
        monthlyRequests,
        maxImportRows,
        oldOrderRequests,
      })
    },
  )

  test('the annual price is 15% below the monthly one, rounded as in the specification', () => {
    for (const id of PLAN_IDS)
      expect(Math.abs(plans[id].monthlyUsd * 0.85 - plans[id].annualMonthlyUsd)).toBeLessThan(0.2)
  })

  test('pro_2 costs half of pro, within 10 cents', () => {
    expect(Math.abs(plans.pro.monthlyUsd * 0.5 - plans.pro_2.monthlyUsd)).toBeLessThan(0.1)
  })

  test('only enterprise is for Plus stores', () => {
    expect(PLAN_IDS.filter((id) => plans[id].plusOnly)).toEqual(['enterprise'])
  })
})

describe('gates (spec 6)', () => {
  const gates: [Feature, 'pro' | 'advanced' | 'enterprise'][] = [
    ['photoReminder', 'pro'],
    ['reviewReply', 'pro'],
    ['confirmEdit', 'pro'],
    ['replies', 'pro'],
    ['recycleBin', 'pro'],
    ['customCss', 'pro'],
    ['flowIntegration', 'pro'],
    ['pushNotifications', 'pro'],
    ['ugc', 'pro'],
    ['removeBranding', 'pro'],
    ['discountEmail', 'advanced'],
    ['interactiveEmail', 'advanced'],
    ['translatedContent', 'advanced'],
    ['qrCode', 'advanced'],
    ['videoReviews', 'advanced'],
    ['unlimitedRequests', 'advanced'],
    ['api', 'enterprise'],
    ['webhooks', 'enterprise'],
    ['headless', 'enterprise'],
  ]

  test('this table has every feature', () => {
    expect(gates.map(([feature]) => feature).toSorted()).toEqual(Object.keys(FEATURES).toSorted())
  })

  test.each(gates)('%s needs %s', (feature, needed) => {
    expect(requiredPlan(feature)).toBe(needed)
    for (const id of PLAN_IDS) expect([id, allows(id, feature)]).toEqual([id, plans[id].tier >= plans[needed].tier])
  })

  test('special pro prices have the features of pro, an unknown plan those of free', () => {
    expect(allows('pro_2', 'replies')).toBe(true)
    expect(allows('pro_24', 'qrCode')).toBe(false)
    expect(allows('platinum', 'replies')).toBe(false)
    expect(allows('constructor', 'replies')).toBe(false)
    expect(planOf(undefined).id).toBe('free')
    expect(isPlanId('toString')).toBe(false)
  })

  test('plans without request limit are those with the feature for it', () => {
    for (const id of PLAN_IDS) expect(plans[id].monthlyRequests === null).toBe(allows(id, 'unlimitedRequests'))
  })
})

test.each([
  ['free', false, 'Free'],
  ['free', true, 'Free'],
  ['pro', true, 'Trial'],
  ['pro', false, 'Pro'],
  ['pro_2', false, 'Pro'],
  ['pro_24', false, 'Pro'],
  ['advanced', false, 'Advanced'],
  ['enterprise', false, 'Enterprise'],
])('%s on trial %s is shown as %s (spec 4)', (plan, onTrial, name) => {
  expect(subscriptionNames[subscriptionState(plan, onTrial)]).toBe(name)
})

test.each([
  ['partner_test', true],
  ['affiliate', true],
  ['staff', true],
  ['trial', true],
  ['basic', false],
])('platform plan %s never pays: %s (spec 6)', (plan, expected) => {
  expect(isNonPayingShop(plan)).toBe(expected)
})
