import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { encodeId } from '../../core/global-ids.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { suppress } from '../../shop/customers/suppressions.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let product: TestProduct
let id: string
/** Each test posts from another network, as tests would share one rate limit otherwise. */
let network = 0
const remoteAddress = () => `10.3.${Math.floor(network / 250)}.${network % 250}`
beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Mug')
})
afterAll(() => world.close())
beforeEach(async () => {
  network += 1
  await world.runJobs()
  await world.app.deps.access.acrossShops('the demo platform').demoMail.deleteMany()
  const [review] = await addReviews(world.ctx, { productId: product.id, status: 'published', content: 'Buy pills' })
  id = review?.id ?? ''
})

const form = 'application/x-www-form-urlencoded'
const path = () => `/storefront/${world.shop.shopifyDomain}/reviews/${id}/report`
const report = (fields: Record<string, string>, agent = 'one', query = '') =>
  world.inject({
    method: 'POST',
    remoteAddress: remoteAddress(),
    url: `${path()}${query}`,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': form, 'user-agent': agent },
  })
const openReports = async () =>
  await world.ctx.db.review.findUniqueOrThrow({
    where: { shopId_id: { shopId: world.shop.id, id } },
    select: { openReports: true, status: true },
  })
const rows = () => world.ctx.db.reviewReport.findMany({ where: { reviewId: id }, orderBy: { id: 'asc' } })
const node = () => encodeId('Review', id)
const asked = async () => {
  const { data } = await world.graphql(
    'query ($id: ID!) { node(id: $id) { ... on Review { openReports reports { id reason text email decision } } } }',
    { id: node() },
  )
  return (
    data as unknown as {
      node: { openReports: number; reports: { id: string; reason: string; decision: string | null }[] }
    }
  ).node
}

describe('a report', () => {
  test('has its own form, is saved with the shopper’s text and shown to the merchant', async () => {
    const page = await world.inject({ method: 'GET', url: path() })
    expect(page.body).toContain('Report this review')
    const answer = await report({ reason: 'spam', text: 'An <advert>', email: 'Ada@reader.test' })
    expect([answer.statusCode, answer.body.includes('Thank you')]).toEqual([200, true])
    expect(await asked()).toMatchObject({
      openReports: 1,
      reports: [{ reason: 'SPAM', text: 'An <advert>', email: 'ada@reader.test', decision: null }],
    })
    const { data } = (await world.rest('GET', `/reviews/${id}/reports`)).json<{ data: object[] }>()
    expect(data).toMatchObject([{ reason: 'spam', email: 'ada@reader.test' }])
  })

  test('replaces an earlier one of the same shopper; one of another shopper is added', async () => {
    await report({ reason: 'spam' })
    await report({ reason: 'fake' })
    await report({ reason: 'other' }, 'two')
    expect((await rows()).map(({ reason }) => reason)).toEqual(['fake', 'other'])
    expect(await openReports()).toMatchObject({ openReports: 2 })
  })

  test('of another address is another report; a changed one is confirmed again, an equal one is not', async () => {
    await report({ reason: 'spam', email: 'ann@reporter.test' })
    await report({ reason: 'fake', email: 'bob@reporter.test' })
    await report({ reason: 'other', email: 'ann@reporter.test' })
    await report({ reason: 'other', email: 'Ann@reporter.test' })
    expect((await rows()).map(({ reason, email }) => `${email} ${reason}`)).toEqual([
      'ann@reporter.test other',
      'bob@reporter.test fake',
    ])
    await world.rest('POST', `/reviews/${id}/reports/keep`)
    await world.runJobs()
    const mails = (await world.mailbox()).map(({ to, subject }) => `${to} ${subject.split(' ').slice(-2).join(' ')}`)
    expect(mails.filter((mail) => mail.includes('@reporter.test')).sort()).toEqual([
      'ann@reporter.test Shop world',
      'ann@reporter.test your report',
      'ann@reporter.test your report',
      'bob@reporter.test Shop world',
      'bob@reporter.test your report',
    ])
  })

  test('has the form and the emails in the language of the page', async () => {
    const widget = await world.inject({
      url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${product.handle}&page=product&locale=fr`,
    })
    const link = new RegExp(`${id}/report[^"]*`).exec(widget.body)?.[0] ?? ''
    const page = await world.inject({ url: path().replace(`${id}/report`, link) })
    expect(page.body).toContain('lang="fr"')
    const action = new RegExp(`${id}/report[^"]*`).exec(page.body)?.[0] ?? ''
    const answer = await report(
      { reason: 'spam', email: 'lou@reporter.test' },
      'one',
      action.replace(`${id}/report`, ''),
    )
    expect(answer.body).toContain('lang="fr"')
    await world.runJobs()
    const [mail] = (await world.mailbox()).filter(({ to }) => to === 'lou@reporter.test')
    expect(mail?.html).toContain('lang="fr"')
    expect(mail?.html).toContain('review-policy?locale=fr')
    const policy = await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/review-policy?locale=fr` })
    expect(policy.body).toContain('lang="fr"')
  })

  test('notifies the merchant by email once, with a link to the review', async () => {
    await report({ reason: 'offensive' })
    await report({ reason: 'offensive' }, 'two')
    await world.runJobs()
    const mails = await world.mailbox()
    expect(mails.map(({ subject }) => subject)).toEqual(['Reported: a review of Mug'])
    expect(mails[0]?.html).toContain('/reviews/reply/')
  })

  test('is confirmed by email, and its decision follows, whichever way the review is hidden', async () => {
    await report({ reason: 'fake', text: 'I <know>', email: 'rita@reporter.test' })
    await world.runJobs()
    await report({ reason: 'spam' }, 'two')
    await world.rest('POST', `/reviews/${id}/unpublish`, { body: { reason: 'spam' } })
    await world.runJobs()
    const mails = (await world.mailbox()).filter(({ to }) => to === 'rita@reporter.test')
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Shop world received your report',
      'The decision on your report at Shop world',
    ])
    for (const { html } of mails) expect(html).not.toContain('know')
    expect(mails[1]?.html).toContain('It isn’t shown any more')
    expect(await openReports()).toEqual({ openReports: 0, status: 'hidden' })
  })

  test('emails an address that anyone may have typed three times a day, and never a suppressed one', async () => {
    const spellings = ['mia@reader.test', 'Mia+1@reader.test', 'mia+2@reader.test']
    for (let at = 0; at < 9; at++)
      await report({ reason: 'other', text: 'Buy', email: spellings[at % 3] ?? '' }, `${at}`)
    await suppress(world.ctx, ['left@reader.test'], 'unsubscribed')
    await report({ reason: 'other', text: 'Buy', email: 'left@reader.test' })
    await world.rest('POST', `/reviews/${id}/reports/keep`)
    await world.runJobs()
    const to = (await world.mailbox()).map((mail) => mail.to.toLowerCase())
    expect(to.filter((each) => each.startsWith('mia'))).toHaveLength(3)
    expect(to).not.toContain('left@reader.test')
  })

  test.each([
    [{}, 'reason'],
    [{ reason: 'boring' }, 'reason'],
    [{ reason: 'spam', email: 'missing' }, 'email'],
    [{ reason: 'spam', text: 'x'.repeat(1001) }, 'text'],
  ])('shows the form again with its problem: %j', async (fields, field) => {
    const { statusCode, body } = await report(fields, 'one', '?part=form')
    expect([statusCode, new RegExp(`id="candor-report-${field}-[\\w-]+-problem"`).test(body)]).toEqual([422, true])
    expect(await rows()).toEqual([])
  })

  test('shows its text without markup', async () => {
    const { body } = await report({ reason: '', text: '"></textarea><script>alert(1)</script>' }, 'one', '?part=form')
    expect(body).not.toContain('<script>')
  })

  test('is answered but not saved if the hidden field is filled in', async () => {
    expect((await report({ reason: 'spam', website: 'x' })).statusCode).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('is refused for a hidden review or a misspelled field', async () => {
    const json = (body: object) =>
      world.inject({
        method: 'POST',
        remoteAddress: remoteAddress(),
        url: path(),
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    expect((await json({ reasn: 'spam' })).statusCode).toBe(422)
    expect((await json({ reason: ['spam'] })).statusCode).toBe(422)
    await world.rest('POST', `/reviews/${id}/unpublish`)
    expect((await json({ reason: 'spam' })).statusCode).toBe(404)
    expect((await world.inject({ method: 'GET', url: path() })).statusCode).toBe(404)
  })

  test('has a rate limit for each network', async () => {
    for (let at = 0; at < 30; at++) await report({ reason: 'spam' }, `agent ${at}`)
    expect((await report({ reason: 'spam' }, 'last', '?part=form')).statusCode).toBe(429)
    expect(await openReports()).toMatchObject({ openReports: 30 })
  })
})

describe('the merchant', () => {
  test('finds reported reviews by a filter, in GraphQL and REST', async () => {
    await report({ reason: 'spam' })
    const { data } = await world.graphql(
      '{ viewer { shop { reviews(first: 50, filter: { reported: true }) { totalCount edges { node { id } } } } } }',
    )
    const found = (
      data as unknown as { viewer: { shop: { reviews: { totalCount: number; edges: { node: { id: string } }[] } } } }
    ).viewer.shop.reviews
    expect(found.edges.map((edge) => edge.node.id)).toContain(node())
    const wire = (await world.rest('GET', '/reviews?reported=true&limit=50')).json<{
      data: { id: string; openReports: number }[]
      pagination: { total: number }
    }>()
    expect(wire.data.map((review) => review.id)).toContain(id)
    expect([wire.data.every((review) => review.openReports > 0), wire.pagination.total]).toEqual([
      true,
      found.totalCount,
    ])
  })

  test('keeps a review, which settles its reports; a later report opens it again', async () => {
    await report({ reason: 'spam' })
    const { data } = await world.graphql(
      'mutation ($input: ReviewIdInput!) { keepReportedReview(input: $input) { ... on KeepReportedReviewSuccess { data { openReports status } } } }',
      { input: { id: node() } },
    )
    expect(data).toMatchObject({ keepReportedReview: { data: { openReports: 0, status: 'PUBLISHED' } } })
    expect((await rows()).map(({ decision, visitor }) => [decision, visitor])).toEqual([['kept', null]])
    await report({ reason: 'spam' })
    expect(await asked()).toMatchObject({ openReports: 1, reports: [{ decision: null }, { decision: 'KEPT' }] })
  })

  test('hides a review, unless it changed in between', async () => {
    await report({ reason: 'spam' })
    expect((await world.rest('POST', `/reviews/${id}/reports/hide`, { body: { version: 7 } })).statusCode).toBe(409)
    expect((await world.rest('POST', `/reviews/${id}/reports/hide`, { body: { version: 1 } })).statusCode).toBe(200)
    expect(await openReports()).toEqual({ openReports: 0, status: 'hidden' })
  })

  test('dismisses a single report', async () => {
    await report({ reason: 'spam' })
    await report({ reason: 'fake' }, 'two')
    const [first] = await rows()
    expect((await world.rest('POST', `/reports/${first?.id}/dismiss`)).statusCode).toBe(200)
    expect(await asked()).toMatchObject({
      openReports: 1,
      reports: [
        { reason: 'FAKE', decision: null },
        { reason: 'SPAM', decision: 'DISMISSED' },
      ],
    })
  })

  test('can’t see or change another shop’s reports', async () => {
    await report({ reason: 'spam' })
    const [first] = await rows()
    for (const [method, path] of [
      ['GET', `/reviews/${id}/reports`],
      ['POST', `/reviews/${id}/reports/keep`],
      ['POST', `/reviews/${id}/reports/hide`],
      ['POST', `/reports/${first?.id}/dismiss`],
    ] as const) {
      expect((await world.rest(method, path, { token: world.otherToken })).statusCode).toBe(404)
    }
    expect(await openReports()).toMatchObject({ openReports: 1 })
  })
})
