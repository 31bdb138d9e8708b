import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findTraces } from '../../testing/checks/traces.ts'
import { seedPerson, type SeededPerson } from '../../testing/person.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let person: SeededPerson
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
  person = await seedPerson(world)
  await world.app.deps.access
    .acrossShops('log in')
    .accountShop.updateMany({ where: { shopId: world.otherShop.id }, data: { readOnly: true } })
})
afterAll(() => world.close())

interface Found {
  name: string | null
  counts: { kind: string; count: number }[]
  reviews: { rate: number }[]
  requests: { orderName: string }[]
  discounts: { code: string }[]
  suppressions: { reason: string }[]
}

async function lookUp(email: string, token = world.token): Promise<Found> {
  const { data, errors } = await world.graphql(
    `query ($email: String!) { viewer { shop { customerData(email: $email) {
      name counts { kind count } reviews { rate } requests { orderName } discounts { code } suppressions { reason } } } } }`,
    { email },
    token,
  )
  expect(errors).toBeUndefined()
  return (data as unknown as { viewer: { shop: { customerData: Found } } }).viewer.shop.customerData
}

const ask = async (name: 'exportCustomerData' | 'eraseCustomerData', email: string) => {
  const success = `${name[0]?.toUpperCase()}${name.slice(1)}Success`
  const { data } = await world.graphql(
    `mutation ($input: CustomerDataInput!) { r: ${name}(input: $input) { __typename ... on ${success} { data { id } } ... on Refusal { code } } }`,
    { input: { email } },
  )
  return (data as unknown as { r: { __typename: string; code?: string; data?: { id: string } } }).r
}

const newest = async () => {
  const { data } = await world.graphql(
    '{ viewer { shop { privacyRequests { kind status origin requestedBy customer fileUrl } } } }',
  )
  return (data as unknown as { viewer: { shop: { privacyRequests: Record<string, string | null>[] } } }).viewer.shop
    .privacyRequests[0]
}

test('finds what the shop stores about an address, and nothing of another shop', async () => {
  const found = await lookUp(person.email.toUpperCase())
  expect(found).toMatchObject({ reviews: [{}], requests: [{}], discounts: [{}, {}], suppressions: [{}] })
  expect(Object.fromEntries(found.counts.map(({ kind, count }) => [kind, count]))).toMatchObject({
    customers: 1,
    orders: 1,
    reviews: 1,
    reviewRequests: 1,
    discounts: 2,
  })
  expect(await lookUp(person.email, world.otherToken)).toMatchObject({
    name: null,
    counts: [],
    reviews: [],
    requests: [],
  })
  const rest = await world.rest('GET', `/customer-data?email=${encodeURIComponent(person.email)}`)
  expect(rest.json()).toMatchObject({ data: { counts: { reviews: 1 } } })
  expect((await world.rest('GET', '/customer-data?email=ann')).statusCode).toBe(422)
})

test('refuses a person who may only read, and addresses that are none', async () => {
  expect(await ask('eraseCustomerData', 'ann')).toMatchObject({ __typename: 'InvalidInputError' })
  const answer = await world.rest('POST', '/customer-data/erase', {
    body: { email: person.email },
    token: world.otherToken,
  })
  expect(answer.json()).toMatchObject({ code: 'readOnly' })
})

test('exports an address on any plan, once at a time, and names who did it', async () => {
  const [first, second] = [await ask('exportCustomerData', person.email), await ask('exportCustomerData', person.email)]
  expect(second.data).toEqual(first.data)
  const before = (await world.mailbox()).length
  await world.runJobs()
  const request = await newest()
  expect(request).toMatchObject({
    kind: 'DATA_REQUEST',
    status: 'DONE',
    origin: 'MERCHANT',
    requestedBy: `merchant@${world.shop.domain}`,
    customer: person.email,
  })
  expect((await world.inject({ url: new URL(String(request?.['fileUrl'])).pathname })).statusCode).toBe(200)
  expect(await world.mailbox()).toHaveLength(before)
})

test('erases an address and leaves no trace but the record of who did it', async () => {
  expect((await world.rest('POST', '/customer-data/erase', { body: { email: person.email } })).statusCode).toBe(200)
  await world.runJobs()
  expect(await newest()).toMatchObject({
    kind: 'CUSTOMER_REDACT',
    status: 'DONE',
    requestedBy: `merchant@${world.shop.domain}`,
    customer: null,
  })
  expect(await findTraces(world, person.words)).toEqual([])
  expect(await lookUp(person.email)).toMatchObject({ name: null, counts: [] })
})
