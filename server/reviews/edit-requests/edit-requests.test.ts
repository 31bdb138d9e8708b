import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { suppress } from '../../shop/customers/suppressions.ts'
import { encodeId } from '../../core/global-ids.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import { readSetting, saveServerFields, saveSetting } from '../../shop/settings/settings.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { addProduct } from '../../testing/orders.ts'
import { addReviews, type TestReview } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { editLinks, type EditAnswer } from './edit-links.ts'
import { mailEditRequests } from './edit-request-mail.ts'
import { requestEdit } from './request.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const look = (url: string, at = world) => at.inject({ url: path(url) })
/** Presses a page's button and follows the redirect to the outcome. */
const press = async (url: string, at = world) => {
  const answer = await at.inject({ method: 'POST', url: path(url), headers: form, payload: '' })
  return answer.statusCode === 303 ? at.inject({ url: String(answer.headers.location) }) : answer
}
const path = (url: string) => url.replace('http://candor.test', '')
let number = 0

const proposed = { title: 'Solid mug', content: 'A good mug.\nHolds tea well.' }

/** Adds a review whose customer was asked by email to approve a change. */
async function asked({ note, ...more }: TestReview & { note?: string } = {}, at = world) {
  number += 1
  const email = `asked${number}@reader.test`
  const [review] = await addReviews(at.ctx, {
    status: 'published',
    origin: 'customer',
    source: 'customer',
    email,
    title: 'Solid',
    content: 'A good mug.\nHolds tea.',
    ...more,
  })
  if (!review) throw new Error('no review')
  await requestEdit(at.ctx, { id: review.id, note, ...proposed })
  await at.runJobs()
  const row = () => at.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: at.shop.id, id: review.id } } })
  const requestId = (await row()).editRequestId ?? ''
  const entries = () =>
    at.ctx.db.reviewHistory.findMany({ where: { shopId: at.shop.id, reviewId: review.id }, orderBy: { id: 'asc' } })
  const history = async () => (await entries()).map(({ actor, action }) => `${actor} ${action}`)
  const mails = async () => (await at.mailbox()).filter(({ to }) => to === review.email)
  return {
    review,
    row,
    entries,
    history,
    mails,
    requestId,
    links: editLinks(at.ctx, { reviewId: review.id, requestId }),
  }
}

interface Outcome {
  __typename: string
  code?: string
  fields?: { path: string; code: string }[]
  data?: Record<string, unknown>
}

const answered = '{ __typename ... on Refusal { code } ... on InvalidInputError { fields { path code } }'
const proposalFields = 'editRequest editProposal { title content note media { mediaId hidden } }'

/** Requests an edit over GraphQL. */
async function ask(id: string, input: object): Promise<Outcome | undefined> {
  const document = `mutation ($input: RequestReviewEditInput!) { result: requestReviewEdit(input: $input) ${answered} ... on RequestReviewEditSuccess { data { ${proposalFields} } } } }`
  return (
    (await world.graphql(document, { input: { id: encodeId('Review', id), ...input } })).data as unknown as {
      result: Outcome
    } | null
  )?.result
}

async function withdraw(id: string): Promise<Outcome | undefined> {
  const document = `mutation ($id: ID!) { result: withdrawReviewEditRequest(input: { id: $id }) ${answered} ... on WithdrawReviewEditRequestSuccess { data { ${proposalFields} } } } }`
  return ((await world.graphql(document, { id: encodeId('Review', id) })).data as unknown as { result: Outcome } | null)
    ?.result
}

const addCustomers = async (review: TestReview = {}) =>
  (
    await addReviews(world.ctx, {
      status: 'published',
      origin: 'customer',
      source: 'customer',
      email: 'writer@reader.test',
      ...review,
    })
  )[0]!

describe('the email', () => {
  test('shows the review before and after, with links to confirm and to deny', async () => {
    const product = await addProduct(world, 'Ember Mug')
    const customer = await world.ctx.db.customer.create({
      data: {
        shopId: world.shop.id,
        id: uuidv7(),
        email: 'carla@reader.test',
        locale: 'ar',
        createdAt: world.ctx.now(),
      },
    })
    const { mails, requestId } = await asked({
      productId: product.id,
      customerId: customer.id,
      rate: 4,
      content: '<b>Bold</b> & good',
    })
    const [mail] = await mails()
    expect(mail?.subject).toContain('Ember Mug')
    expect(mail?.html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; good')
    expect(mail?.html).toContain('★★★★☆')
    expect(mail?.html).toContain('Solid mug')
    expect(mail?.html).toContain('A good mug.<br>Holds tea well.')
    expect(mail?.text).toContain('> Holds tea well.')
    expect(mail?.html).toMatch(/\/edit\/confirm\/[\w.-]+"/)
    expect(mail?.html).toMatch(/\/edit\/deny\/[\w.-]+"/)
    expect(mail?.text).toContain('/edit/deny/')
    expect((mail?.headers as Record<string, string>)['message-id']).toBe(`<edit-${requestId}@candor.test>`)
  })

  test('uses the merchant’s template, or default words if the template is broken', async () => {
    await saveSetting(world.ctx, 'emailTemplates', {
      confirmEdit: {
        subject: 'May we, {{ customer_name }}?',
        content: 'Dear {{ customer_name }}',
        denyButtonText: 'Rather not',
        denyButtonColour: '#112233',
      },
    })
    const first = (await (await asked()).mails())[0]
    expect(first?.subject).toBe('May we, Ada?')
    expect(first?.html).toMatch(/Dear Ada[^]*#112233[^]*Rather not/)
    await saveSetting(world.ctx, 'emailTemplates', {
      confirmEdit: { content: '', denyButtonText: '', denyButtonColour: '#f1eadd' },
    })
    // Saves refuse broken templates today; older ones may still be stored.
    const { confirmEdit } = await readSetting(world.ctx, 'emailTemplates')
    await saveServerFields(world.ctx, 'emailTemplates', { confirmEdit: { ...confirmEdit, subject: '{% if %}' } })
    expect((await (await asked()).mails())[0]?.subject).toContain('Shop world would like to edit your review')
    await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { subject: '' } })
  })

  test('is sent once if its job runs twice', async () => {
    const { review, requestId, mails } = await asked()
    await mailEditRequests(world.ctx, { requests: [{ reviewId: review.id, requestId }] })
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    ['was answered in between', { editRequest: 'denied' as const }],
    ['was replaced by a newer one', { editRequestId: uuidv7() }],
    ['went to the trash', { status: 'deleted' as const }],
  ])('is not sent for a request that %s', async (_case, data) => {
    const { review } = await asked()
    const requestId = uuidv7()
    const where = { shopId_id: { shopId: world.shop.id, id: review.id } }
    await world.ctx.db.review.update({ where, data: { editRequestId: requestId, ...data } })
    const before = (await world.mailbox()).length
    await mailEditRequests(world.ctx, { requests: [{ reviewId: review.id, requestId }] })
    expect(await world.mailbox()).toHaveLength(before)
  })
})

describe('a message to the customer', () => {
  const note = 'It says <b>Mgu</b> twice.\r\nMay we write "Mug" & no more?'
  const shown = 'It says &lt;b&gt;Mgu&lt;/b&gt; twice.|May we write &quot;Mug&quot; &amp; no more?'

  test('is shown in the email and on both pages as text with line breaks', async () => {
    const { links, mails } = await asked({ note })
    const [mail] = await mails()
    expect(mail?.html).toContain(shown.replace('|', '<br>'))
    expect(mail?.text).toContain('> It says <b>Mgu</b> twice.\n> May we write "Mug" & no more?')
    for (const answer of ['confirm', 'deny'] as const) {
      const { body } = await look(links[answer])
      expect(body).toContain(shown.replace('|', '\n'))
      expect(body).toContain('Message from Shop world')
    }
  })

  test('is shown with the merchant’s template too', async () => {
    await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { content: 'Dear {{ customer_name }}' } })
    const [mail] = await (await asked({ note })).mails()
    expect(mail?.html).toMatch(/Dear Ada[^]*It says &lt;b&gt;/)
    await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { content: '' } })
  })

  test('is not shown with a later request without a message', async () => {
    const { links, review, mails, row } = await asked({ note: 'The first note' })
    await press(links.deny)
    await requestEdit(world.ctx, { id: review.id, ...proposed })
    await world.runJobs()
    expect((await mails()).filter(({ html }) => html.includes('The first note'))).toHaveLength(1)
    const again = editLinks(world.ctx, { reviewId: review.id, requestId: (await row()).editRequestId ?? '' })
    expect((await look(again.confirm)).body).not.toMatch(/The first note|Message from/)
  })
})

describe('the proposed change', () => {
  const emptied = (path: string) => ({
    __typename: 'InvalidInputError',
    fields: [{ path, code: 'customerWordsEmptied' }],
  })
  const picture = async (reviewId: string, hidden = false) => {
    const id = uuidv7()
    await world.ctx.db.reviewMedia.create({
      data: {
        shopId: world.shop.id,
        id,
        reviewId,
        key: `${world.shop.id}/${'a'.repeat(64)}`,
        hidden,
        createdAt: world.ctx.now(),
      },
    })
    return id
  }

  test('is stored with its request and shown to the merchant until it is answered', async () => {
    const { id } = await addCustomers()
    const waiting = { title: 'A title', content: 'Better', note: 'Just the name', media: [] }
    expect(await ask(id, { content: 'Better', note: ' Just the name ' })).toMatchObject({
      __typename: 'RequestReviewEditSuccess',
      data: { editRequest: 'UNCONFIRMED', editProposal: waiting },
    })
    expect((await world.rest('GET', `/reviews/${id}`)).json()).toMatchObject({
      data: { content: 'Fine mug', editRequest: 'unconfirmed', editProposal: waiting },
    })
    expect(await world.ctx.db.reviewHistory.findMany({ where: { shopId: world.shop.id, reviewId: id } })).toMatchObject(
      [
        {
          action: 'editRequested',
          before: { content: 'Fine mug' },
          after: { editRequest: 'unconfirmed', content: 'Better', note: 'Just the name' },
        },
      ],
    )
    await world.advance({ days: 30 })
    expect((await world.rest('GET', `/reviews/${id}`)).json()).toMatchObject({
      data: { editRequest: null, editProposal: null },
    })
  })

  test('is shown in full on the confirm page after the current review, with hidden pictures', async () => {
    const { review, row } = await asked()
    const hides = await picture(review.id)
    await withdraw(review.id)
    const content = 'Long. '.repeat(600).trim()
    expect(
      (await ask(review.id, { content, media: [{ id: encodeId('ReviewMedia', hides), hidden: true }] }))?.data,
    ).toMatchObject({ editProposal: { media: [{ hidden: true }] } })
    const { body } = await look(
      editLinks(world.ctx, { reviewId: review.id, requestId: (await row()).editRequestId ?? '' }).confirm,
    )
    expect(body).toMatch(/Your review today[^]*Holds tea\.[^]*Your review after the change/)
    expect(body).toContain(content)
    expect(body).toContain('1 photo or video will be hidden.')
    expect(body.match(/<img/g)).toHaveLength(1)
  })

  test('is applied on confirmation; the original is kept, the history records it, and revert works', async () => {
    const { review, links, row, entries } = await asked({ rate: 2 })
    const hides = await picture(review.id)
    await ask(review.id, { ...proposed, media: [{ id: encodeId('ReviewMedia', hides), hidden: true }] })
    const newest = editLinks(world.ctx, { reviewId: review.id, requestId: (await row()).editRequestId ?? '' })
    expect((await press(links.confirm)).statusCode).toBe(410)
    expect(await row()).toMatchObject({ title: 'Solid' })
    expect((await press(newest.confirm)).body).toContain('Your review has been updated')
    expect(await row()).toMatchObject({
      ...proposed,
      rate: 2,
      edited: true,
      editRequest: 'confirmed',
      original: { title: 'Solid', content: 'A good mug.\nHolds tea.', media: [{ id: hides, hidden: false }] },
    })
    expect(await world.ctx.db.reviewMedia.findFirst({ where: { id: hides } })).toMatchObject({ hidden: true })
    expect((await entries()).at(-1)).toMatchObject({
      actor: 'customer',
      action: 'editConfirmed',
      before: { title: 'Solid' },
      after: proposed,
    })
    expect(
      (
        await world.graphql(
          '{ viewer { shop { reviews(filter: { search: "Holds tea well" }) { edges { node { title } } } } } }',
        )
      ).data,
    ).toMatchObject({
      viewer: { shop: { reviews: { edges: expect.arrayContaining([{ node: { title: 'Solid mug' } }]) } } },
    })
    await performReviewAction(world.ctx, { act: 'revert', ids: [review.id] })
    expect(await row()).toMatchObject({
      title: 'Solid',
      content: 'A good mug.\nHolds tea.',
      edited: false,
      editRequest: null,
    })
    expect(await world.ctx.db.reviewMedia.findFirst({ where: { id: hides } })).toMatchObject({ hidden: false })
  })

  test('is the only one that a confirmation allows; other texts need a new request', async () => {
    const { review, links, row } = await asked()
    await press(links.confirm)
    const edit = await world.rest('PUT', `/reviews/${review.id}`, { body: { content: 'Buy this, it is the best!' } })
    expect([edit.statusCode, edit.json()]).toMatchObject([409, { code: 'editNeedsNewRequest' }])
    expect((await ask(review.id, { content: 'A fine mug.' }))?.data).toMatchObject({ editRequest: 'UNCONFIRMED' })
    expect(await row()).toMatchObject({ ...proposed, editRequest: 'unconfirmed' })
  })

  test('may be missing in an old request, whose links are closed and change nothing', async () => {
    const { review, requestId, links, row } = await asked()
    await world.ctx.db.reviewHistory.updateMany({
      where: { shopId: world.shop.id, reviewId: review.id },
      data: { after: { editRequest: 'unconfirmed', note: 'May we edit it?' } },
    })
    const before = await row()
    for (const page of [await look(links.confirm), await press(links.confirm)])
      expect([page.statusCode, page.body.includes('This request is closed')]).toEqual([410, true])
    expect(await row()).toEqual(before)
    const mails = (await world.mailbox()).length
    await mailEditRequests(world.ctx, { requests: [{ reviewId: review.id, requestId }] })
    expect(await world.mailbox()).toHaveLength(mails)
    const edit = await world.rest('PUT', `/reviews/${review.id}`, { body: { content: 'Anything' } })
    expect(edit.json()).toMatchObject({ code: 'editNotConfirmed' })
  })

  test('is replaced by a newer one or withdrawn by the merchant; both close its links', async () => {
    const { review, links, row, history } = await asked()
    expect(await ask(review.id, proposed)).toMatchObject({ __typename: 'NotAllowedError', code: 'editRequestPending' })
    expect(await ask(review.id, { content: 'Another' })).toMatchObject({
      data: { editProposal: { title: 'Solid', content: 'Another' } },
    })
    const second = editLinks(world.ctx, { reviewId: review.id, requestId: (await row()).editRequestId ?? '' })
    expect((await press(links.confirm)).statusCode).toBe(410)
    expect(await withdraw(review.id)).toMatchObject({ data: { editRequest: null, editProposal: null } })
    expect((await press(second.confirm)).statusCode).toBe(410)
    expect((await world.rest('DELETE', `/reviews/${review.id}/request-edit`)).json()).toMatchObject({
      code: 'noEditRequest',
    })
    expect(await row()).toMatchObject({ title: 'Solid', content: 'A good mug.\nHolds tea.' })
    expect(await history()).toEqual(['merchant editRequested', 'merchant editRequested', 'merchant editWithdrawn'])
  })

  test.each<[string, TestReview, object, Omit<Outcome, 'data'>]>([
    [
      'a message that is too long',
      {},
      { content: 'Better', note: 'x'.repeat(501) },
      { __typename: 'InvalidInputError', fields: [{ path: 'note', code: 'fillAtMost' }] },
    ],
    [
      'a title that is too long',
      {},
      { title: 'x'.repeat(201) },
      { __typename: 'InvalidInputError', fields: [{ path: 'title', code: 'fillAtMost' }] },
    ],
    [
      'no change',
      {},
      { content: 'Fine mug' },
      { __typename: 'InvalidInputError', fields: [{ path: 'content', code: 'editWithoutChange' }] },
    ],
    ['an emptied text', {}, { content: ' ' }, emptied('content')],
    ['an empty review', {}, { title: '', content: '' }, emptied('content')],
    ['a text of invisible characters', {}, { content: '\u200b' }, emptied('content')],
    ['an empty title that stood alone', { content: '' }, { title: '' }, emptied('title')],
    [
      'a picture of another review',
      {},
      { media: [{ id: encodeId('ReviewMedia', uuidv7()), hidden: true }] },
      { __typename: 'InvalidInputError', fields: [{ path: 'media.0.id', code: 'notFound' }] },
    ],
    [
      'an imported review',
      { origin: 'imported', source: 'imported' },
      { content: 'Better' },
      { __typename: 'NotAllowedError', code: 'importedNotEditable' },
    ],
    [
      'a review by the merchant',
      { origin: 'admin', source: 'admin' },
      { content: 'Better' },
      { __typename: 'NotAllowedError', code: 'editRequestNotNeeded' },
    ],
    [
      'a review without an address',
      { email: '' },
      { content: 'Better' },
      { __typename: 'NotAllowedError', code: 'editRequestNoEmail' },
    ],
    ['another version', {}, { content: 'Better', version: 2 }, { __typename: 'StaleError', code: 'stale' }],
  ])('is refused: %s', async (...[, review, input, expected]) => {
    const { id } = await addCustomers(review)
    expect(await ask(id, input)).toMatchObject(expected)
    expect(await world.ctx.db.reviewHistory.count({ where: { shopId: world.shop.id, reviewId: id } })).toBe(0)
  })
})

describe('the links', () => {
  test.each([
    ['confirm', 'confirmed', 'Approve this change to your review?', 'Your review has been updated'],
    ['deny', 'denied', 'Keep your review as it is?', 'Your review stays as it is'],
  ] as const)(
    'show the page for %s without an effect until its button is pressed',
    async (...[answer, editRequest, question, done]) => {
      const { links, row, history } = await asked({ rate: 3 })
      const before = await row()
      for (const method of ['GET', 'HEAD', 'GET'] as const) {
        const page = await world.inject({ method, url: path(links[answer]) })
        expect(page.statusCode).toBe(200)
        if (method === 'GET') expect(page.body).toContain(question)
      }
      expect(await row()).toEqual(before)
      const page = await look(links[answer])
      expect(page.body).toContain('Holds tea.')
      expect(page.body.match(/<span class="off"/g)).toHaveLength(2)
      expect(page.body.match(/<button/g)).toHaveLength(1)
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['referrer-policy']).toBe('no-referrer')
      const pressed = await press(links[answer])
      expect([pressed.statusCode, pressed.body.includes(done)]).toEqual([200, true])
      expect(await row()).toMatchObject({ editRequest, version: before.version + 1 })
      expect(await history()).toEqual([
        'merchant editRequested',
        `customer ${answer === 'confirm' ? 'editConfirmed' : 'editDenied'}`,
      ])
    },
  )

  test.each([
    ['confirm', 'deny', 'confirmed', 'Your review has been updated'],
    ['deny', 'confirm', 'denied', 'Your review stays as it is'],
  ] as const)('keep the first answer: %s, then %s', async (...[first, second, editRequest, sentence]) => {
    const { links, row, history } = await asked()
    await press(links[first])
    const after = await row()
    for (const url of [links[first], links[second], links[second]]) expect((await press(url)).body).toContain(sentence)
    expect((await look(links[second])).body).toContain(sentence)
    expect(await row()).toEqual(after)
    expect(await history()).toHaveLength(2)
    expect(after.editRequest).toBe(editRequest)
  })

  test('record one of several concurrent answers', async () => {
    const { links, history } = await asked()
    await Promise.all([press(links.confirm), press(links.deny), press(links.confirm)])
    expect(await history()).toHaveLength(2)
  })

  test('are not found if forged, cut, or of another purpose, shop or review', async () => {
    const { links, review, requestId, row } = await asked()
    const before = await row()
    const [yes = '', no = ''] = (['confirm', 'deny'] as const).map((answer) => path(links[answer]).split('/').at(-1))
    const sign = (payload: object) => world.app.deps.signer.sign('edit-confirm', payload)
    const bad = [
      no,
      yes.slice(0, -1),
      `${yes}A`,
      yes.replace('.', '..'),
      yes.replace(/^./, 'A'),
      'x',
      'a.b',
      `${yes}%0d%0a`,
      world.app.deps.signer.sign('review-form', { shopId: world.shop.id, reviewId: review.id, requestId }),
      sign({ shopId: world.otherShop.id, reviewId: review.id, requestId }),
      sign({ shopId: uuidv7(), reviewId: review.id, requestId }),
      sign({ shopId: world.shop.id, reviewId: uuidv7(), requestId }),
    ]
    for (const token of bad)
      for (const method of ['GET', 'POST'] as const) {
        const answer = await world.inject({
          method,
          url: `/edit/confirm/${token}`,
          ...(method === 'POST' ? { headers: form, payload: '' } : {}),
        })
        expect([token, method, answer.statusCode]).toEqual([token, method, 404])
      }
    expect((await press(`/edit/deny/${yes}`)).statusCode).toBe(404)
    expect((await press(`/edit/anything/${yes}`)).statusCode).toBe(404)
    expect(await row()).toEqual(before)
  })

  test('are not found after their signature expires', async () => {
    const { review, requestId, row } = await asked()
    const token = world.app.deps.signer.sign(
      'edit-confirm',
      { shopId: world.shop.id, reviewId: review.id, requestId },
      -1,
    )
    expect((await press(`/edit/confirm/${token}`)).statusCode).toBe(404)
    expect((await row()).editRequest).toBe('unconfirmed')
  })

  test('say that an older request is closed, and do not answer the newer one', async () => {
    const { links, review, row } = await asked()
    await press(links.deny)
    await requestEdit(world.ctx, { id: review.id, ...proposed })
    for (const answer of ['confirm', 'deny'] as EditAnswer[]) {
      const pressed = await press(links[answer])
      expect([pressed.statusCode, pressed.body.includes('This request is closed')]).toEqual([410, true])
    }
    expect((await row()).editRequest).toBe('unconfirmed')
  })

  test('say that nothing is left to approve if the review is in the trash', async () => {
    const { links, review, row } = await asked()
    await performReviewAction(world.ctx, { act: 'trash', ids: [review.id] })
    const pressed = await press(links.confirm)
    expect([pressed.statusCode, pressed.body.includes('nothing left to approve')]).toEqual([410, true])
    expect((await row()).editRequest).toBe('unconfirmed')
  })

  test('have a rate limit', async () => {
    const { links } = await asked()
    const codes: number[] = []
    for (let at = 0; at < 31; at += 1) codes.push((await press(links.confirm)).statusCode)
    expect([codes.slice(0, 30).every((code) => code === 200), codes[30]]).toEqual([true, 429])
  })

  test('say after 30 days that the request has expired', async () => {
    const { links, row } = await asked()
    await world.advance({ days: 30 })
    for (const answer of [await look(links.confirm), await press(links.confirm)])
      expect([answer.statusCode, answer.body.includes('has expired')]).toEqual([410, true])
    expect((await row()).editRequest).toBe('unconfirmed')
  })
})

test('the confirm page shows a review’s markup as text', async () => {
  const hostile = '</p><script>alert(1)</script>'
  const { links } = await asked({ title: hostile, content: hostile })
  const page = await look(links.confirm)
  expect(page.body).not.toContain('<script>')
  expect(page.body).toContain('&lt;script&gt;')
})

describe('an unreachable address', () => {
  test('withdraws the request and records the reason if it was suppressed in between', async () => {
    const [review] = await addReviews(world.ctx, { origin: 'customer', source: 'customer', email: 'gone@reader.test' })
    await requestEdit(world.ctx, { id: review?.id ?? '', ...proposed })
    await suppress(world.ctx, ['gone@reader.test'], 'unsubscribed')
    await world.runJobs()
    const row = await world.ctx.db.review.findUniqueOrThrow({
      where: { shopId_id: { shopId: world.shop.id, id: review?.id ?? '' } },
      include: { history: { orderBy: { id: 'asc' } } },
    })
    expect(row).toMatchObject({ editRequest: null, editRequestId: null })
    expect(row.history.at(-1)).toMatchObject({
      actor: 'rule',
      action: 'editMailFailed',
      after: { error: 'Email not found, unable to send edit request' },
    })
    expect((await world.mailbox()).filter(({ to }) => to === 'gone@reader.test')).toHaveLength(0)
  })

  test('withdraws the request after a permanent refusal and makes the next one fail', async () => {
    const server = await startMailServer(() => ({ code: 550, text: '5.1.1 unknown mailbox' }))
    const refusing = await createWorld({ env: { SMTP_URL: server.url } })
    const { review, row, history } = await asked({}, refusing)
    expect(await row()).toMatchObject({ editRequest: null, editRequestedAt: null })
    expect(await history()).toEqual(['merchant editRequested', 'rule editMailFailed'])
    expect(server.asked).toHaveLength(1)
    await expect(requestEdit(refusing.ctx, { id: review.id, ...proposed })).rejects.toMatchObject({
      code: 'editRequestNoEmail',
    })
    await refusing.close()
    await server.close()
  })

  test('is retried with the same Message-ID after a temporary refusal', async () => {
    let busy = true
    const server = await startMailServer(() => (busy ? { code: 451, text: '4.3.0 later' } : null))
    const refusing = await createWorld({ env: { SMTP_URL: server.url } })
    const { requestId, row } = await asked({}, refusing)
    expect(await row()).toMatchObject({ editRequest: 'unconfirmed' })
    busy = false
    await refusing.app.database.pool.query(
      `update jobs.job set start_after = now() where name = 'mails.editRequests' and state = 'created'`,
    )
    await refusing.runJobs()
    expect(server.messageIds).toEqual([`<edit-${requestId}@candor.test>`])
    await refusing.runJobs()
    expect(server.asked).toHaveLength(2)
    await refusing.close()
    await server.close()
  })
})
