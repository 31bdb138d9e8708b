import { hasExtendedMode, isInternalEmail } from './extended-mode.ts'

const lists = { competitorDomains: ['rival.test'], internalDomains: ['candor.test', 'partner.test'] }

test.each([
  ['a merchant', 'ann@shop.test', 'basic', false, true],
  ['a rival on a development store', 'bob@rival.test', 'affiliate', false, false],
  ['a rival in capitals', 'BOB@RIVAL.TEST', 'partner_test', false, false],
  ["a rival's sub-domain", 'bob@mail.rival.test', 'affiliate', false, false],
  ['a rival with dev-store access', 'bob@rival.test', 'affiliate', true, true],
  ['a rival with a real shop', 'bob@rival.test', 'basic', false, true],
  ['a name that only ends alike', 'bob@notrival.test', 'affiliate', false, true],
  ['a merchant trying things', 'ann@shop.test', 'affiliate', false, true],
  ['our own', 'eve@candor.test', 'affiliate', false, true],
  ['no address', '', 'affiliate', false, true],
])('extended mode of %s (spec 6)', (...[_who, email, shopifyPlan, devStoreAccess, expected]) => {
  expect(hasExtendedMode({ email, shopifyPlan, devStoreAccess }, lists)).toBe(expected)
})

test('internal domains win over competitors', () => {
  expect(
    hasExtendedMode(
      { email: 'a@x.test', shopifyPlan: 'affiliate', devStoreAccess: false },
      { competitorDomains: ['x.test'], internalDomains: ['x.test'] },
    ),
  ).toBe(true)
})

test('treats company and partner domains as internal', () => {
  expect([
    isInternalEmail('eve@candor.test', lists),
    isInternalEmail('eve@partner.test', lists),
    isInternalEmail('ann@shop.test', lists),
  ]).toEqual([true, true, false])
})
