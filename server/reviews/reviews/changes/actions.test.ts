import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { suppress } from '../../../shop/customers/suppressions.ts'
import { encodeId } from '../../../core/global-ids.ts'
import { saveSetting } from '../../../shop/settings/settings.ts'
import { addReviews, type TestReview } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await suppress(world.ctx, ['quiet@reader.test'], 'unsubscribed')
})
afterAll(() => world.close())

interface Action {
  action: string
  allowed: boolean
  code: string | null
  reason: string | null
}

const theirs = (email: string): TestReview => ({ status: 'published', origin: 'customer', source: 'customer', email })
const document = `query { viewer { shop { reviews(first: 100) { edges { node { email actions { action allowed code reason } } } } } } }`

/** What the list says of asking for an edit, by address. */
async function asking(): Promise<Record<string, Action>> {
  const { data, errors } = await world.graphql(document, {})
  expect(errors).toBeUndefined()
  const { viewer } = data as unknown as {
    viewer: { shop: { reviews: { edges: { node: { email: string; actions: Action[] } }[] } } }
  }
  return Object.fromEntries(
    viewer.shop.reviews.edges.map(({ node }) => [
      node.email,
      node.actions.find(({ action }) => action === 'requestEdit') as Action,
    ]),
  )
}

/** What asking answers. */
async function ask(id: string): Promise<object> {
  const { data } = await world.graphql(
    `mutation ($input: RequestReviewEditInput!) { requestReviewEdit(input: $input) { __typename ... on Refusal { code message } } }`,
    { input: { id: encodeId('Review', id), content: 'Better' } },
  )
  return (data as unknown as { requestReviewEdit: object }).requestReviewEdit
}

test('who cannot be asked for an edit: the list says it, and asking says the same', async () => {
  const emails = ['reached@reader.test', 'Quiet@Reader.test', 'not an address', '']
  const rows = await addReviews(world.ctx, ...emails.map(theirs))
  const told = await asking()
  const reason = 'Email not found, unable to send edit request'
  expect(told['reached@reader.test']).toMatchObject({ allowed: true, code: null })
  for (const row of rows.filter(({ email }) => email !== 'reached@reader.test')) {
    expect([row.email, told[row.email]]).toEqual([
      row.email,
      { action: 'requestEdit', allowed: false, code: 'editRequestNoEmail', reason },
    ])
    expect([row.email, await ask(row.id)]).toEqual([
      row.email,
      { __typename: 'NotAllowedError', code: 'editRequestNoEmail', message: reason },
    ])
  }
})

test('a mail that is switched off forbids asking anybody', async () => {
  const [row] = await addReviews(world.ctx, theirs('reached@reader.test'))
  await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { enabled: false } })
  const { code, reason } = (await asking())['reached@reader.test'] as Action
  expect(code).toBe('emailSettingDisabled')
  expect(await ask(row?.id ?? '')).toEqual({ __typename: 'NotAllowedError', code, message: reason })
  await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { enabled: true } })
})

test('a page looks addresses up in one statement', async () => {
  await addReviews(world.ctx, ...Array.from({ length: 30 }, (_, at) => theirs(`reader${at}@reader.test`)))
  const looked: string[] = []
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const text = String((args[0] as { text?: string }).text ?? args[0])
      if (text.includes('"Suppression"')) looked.push(text)
      return original.apply(this, args)
    },
  })
  const told = await asking()
  Object.assign(pg.Client.prototype, { query: original })
  expect(Object.keys(told).length).toBeGreaterThan(30)
  expect(looked).toHaveLength(1)
})
