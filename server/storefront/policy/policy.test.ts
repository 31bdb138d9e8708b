import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { SettingKey } from '../../../rules/settings/settings.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await saveSetting(world.ctx, 'general', { autoSubmitPublish: true, autoPublishThreshold: 1 })
})
afterAll(() => world.close())

const read = async (query = '') =>
  (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/review-policy${query}` })).body
const set = (key: SettingKey, patch: object) => saveSetting(world.ctx, key, patch)

test('tells of all rewards of the discount’s settings', async () => {
  expect(await read()).toContain('gives nothing for reviews')
  await set('discount', {
    enableDiscount: true,
    typeDiscount: 'by_content',
    enabledPhotoDiscount: false,
    enabledTextDiscount: true,
    charactersRequired: 50,
    valueTextDiscount: 10,
  })
  expect(await read()).not.toContain('gives nothing for reviews')
  expect(await read()).toMatch(/thanks authors with .*10.* for a review of at least 50 characters/)
  await set('discount', { enabledPhotoDiscount: true, photoRequired: 2, valuePhotoDiscount: 15 })
  expect(await read()).toMatch(/15.* for a review with at least 2 photos/)
})

test('tells what automatic checks do', async () => {
  expect(await read()).toContain('published at once, whatever the rating.')
  await set('moderation', {
    words: ['casino'],
    wordAct: 'reject',
    linkAct: 'reject',
    contactAct: 'hold',
    languageAct: 'mark',
    languages: ['de', 'fr'],
  })
  const page = await read()
  expect(page).toContain('unless an automatic check stops them')
  expect(page).toContain('refuses reviews with certain words or links')
  expect(page).toContain('holds reviews with email addresses or telephone numbers')
  expect(page).toContain('points out reviews with text in a language other than German or French')
})

test('says how authors change their reviews, and whether the shop invites customers', async () => {
  expect(await read()).toContain('change or delete their reviews in their customer account')
  await set('customerPortalReviews', { allowEdit: false })
  expect(await read()).toContain('Authors can delete their reviews in their customer account')
  await set('customerPortalReviews', { enabled: false })
  await set('emailTemplates', { reviewReminder: { enabled: false } })
  const page = await read()
  expect(page).toContain('its author writes to')
  expect(page).not.toContain('invites customers')
})

test('is written in the language of the visit', async () => {
  expect(await read('?locale=de')).toMatch(/<html lang="de"/)
  expect(await read('?locale=xx')).toMatch(/<html lang="en"/)
})
