import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { countPageStatements } from '../../testing/page-statements.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { renderWidgets } from './widgets.ts'

let world: World
let mug: TestProduct
let bowl: TestProduct
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
  bowl = await addProduct(world, 'Bowl')
  const at = (hours: number) => new Date(world.ctx.now().getTime() - hours * 3_600_000)
  const add = async (name: string, more: object) => {
    const [review] = await addReviews(world.ctx, {
      status: 'published',
      productId: mug.id,
      title: '',
      content: `of the ${name}`,
      ...more,
    })
    ids[name] = review?.id ?? ''
  }
  await add('newest', { rate: 5, createdAt: at(1) })
  await add('critic', { rate: 2, createdAt: at(2) })
  await add('silent', { rate: 5, content: '', createdAt: at(3) })
  await add('bowl', { rate: 4, productId: bowl.id, createdAt: at(4) })
  await add('waiting', { rate: 5, status: 'pending', testimonial: true, createdAt: at(5) })
  await add('flagged', { rate: 3, testimonial: true, createdAt: at(6) })
  await add('oldest', { rate: 5, createdAt: at(7) })
  await addReviews(world.contextOf(world.otherShop), {
    rate: 5,
    status: 'published',
    testimonial: true,
    content: 'of the other shop',
  })
})
afterAll(() => world.close())

const testimonials = (patch: object) => saveSetting(world.ctx, 'testimonials', patch)
const fragment = async (key: string, query: string) =>
  (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/widgets/${key}?${query}` })).body
const contents = (body: string) => [...body.matchAll(/>of the ([\w ]+)/g)].map(([, name = '']) => name)
const quoted = async () => contents(await fragment('testimonials', 'page=home'))

describe('testimonials', () => {
  test('are the newest reviews of four and more stars with a text, three by default', async () => {
    expect(await quoted()).toEqual(['newest', 'bowl', 'oldest'])
    await testimonials({ maxRecentReviews: 1 })
    expect(await quoted()).toEqual(['newest'])
  })

  test('refuse unknown products and reviews, such as those of another shop', async () => {
    const unknown = '01a21313-872f-76d4-8f2a-0042d70955b3'
    for (const field of ['selectedProducts', 'selectedReviews']) {
      const answer = await world.rest('PUT', '/settings/testimonials', { body: { [field]: [unknown] } })
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { fields: { [field]: { code: 'valueInvalid' } } }])
    }
  })

  test('are those of selected products', async () => {
    await testimonials({ testimonialsSource: 'selectedProducts', selectedProducts: [bowl.id], maxRecentReviews: 3 })
    expect(await quoted()).toEqual(['bowl'])
    await testimonials({ selectedProducts: [] })
    expect(await fragment('testimonials', 'page=home')).toBe('')
  })

  test('are the selected published reviews in their order, then the flagged ones', async () => {
    await testimonials({
      testimonialsSource: 'manuallyAdded',
      selectedReviews: [ids['oldest'] ?? '', ids['critic'] ?? '', ids['waiting'] ?? ''],
    })
    expect(await quoted()).toEqual(['oldest', 'critic', 'flagged'])
    await performReviewAction(world.ctx, { act: 'addTestimonial', ids: [ids['newest'] ?? ''] })
    expect(await quoted()).toEqual(['oldest', 'critic', 'newest', 'flagged'])
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [ids['critic'] ?? ''] })
    expect(await quoted()).toEqual(['oldest', 'newest', 'flagged'])
    await performReviewAction(world.ctx, { act: 'publish', ids: [ids['critic'] ?? ''] })
    await performReviewAction(world.ctx, { act: 'removeTestimonial', ids: [ids['newest'] ?? ''] })
  })

  test('follow every other setting', async () => {
    await testimonials({
      testimonialsSource: 'recent',
      maxRecentReviews: 2,
      layout: 'elegant',
      font: 'serif',
      quoteIcon: 'none',
      showReviewDate: false,
      showOnMobile: false,
      autoNavigate: false,
      colours: { text: '#112233', quote: '#445566' },
      customCss: 'p{color:red}',
    })
    const body = await fragment('testimonials', 'page=home')
    expect(body).toMatch(
      /^<section class="candor-box candor-testimonials candor-t-elegant candor-font-serif candor-icon-star candor-no-mobile"/,
    )
    expect(body).toMatch(/--candor-text:#112233[^"]*--candor-quote:#445566/)
    expect(body).toContain('[data-candor-widget=testimonials]{p{color:red!important}}}</style>')
    expect(body).not.toMatch(/candor-quote"|<time|data-candor-seconds/)
    await testimonials({
      quoteIcon: 'outline',
      showReviewDate: true,
      showOnMobile: true,
      autoNavigate: true,
      autoNavigateInterval: 7,
    })
    expect(await fragment('testimonials', 'page=home')).toMatch(
      /data-candor-seconds="7"[^]*class="candor-quote"[^]*<time/,
    )
    await testimonials({ showOnDesktop: false, showOnMobile: false })
    expect(await fragment('testimonials', 'page=home')).toBe('')
    await testimonials({ showOnDesktop: true, showOnMobile: true, enableTestimonial: false })
    expect(await fragment('testimonials', 'page=home')).toBe('')
    await testimonials({ enableTestimonial: true })
  })

  test('have the same reviews in the preview', async () => {
    const { data } = await world.graphql(
      `query($ids: [String!]!) { viewer { shop {
      testimonialReviews(testimonialsSource: MANUALLY_ADDED, selectedReviews: $ids, selectedProducts: [], maxRecentReviews: 3) { content } } } }`,
      { ids: [ids['oldest']] },
    )
    expect(data).toMatchObject({
      viewer: { shop: { testimonialReviews: [{ content: 'of the oldest' }, { content: 'of the flagged' }] } },
    })
  })

  test('are read with the page’s other widgets in one statement, and from the cache until a change', async () => {
    const render = () =>
      renderWidgets(world.ctx, {
        place: 'home',
        handle: null,
        keys: ['testimonials'],
        listed: { keys: ['starRating'], handles: [mug.handle] },
      })
    // Runs the job that writes the theme, as it reads pages too.
    await world.runJobs()
    expect(await countPageStatements(world, render)).toBe(1)
    expect(await countPageStatements(world, render)).toBe(0)
  })
})

describe('the page of all reviews', () => {
  const all = (query = '') => fragment('allReviews', `page=reviews${query}`)

  test('has its own size and order, and pages without a script', async () => {
    await saveSetting(world.ctx, 'allReviews', { perPage: 2, sortingDefault: 'lowest', layout: 'list' })
    const found: string[] = []
    for (let next: string | undefined = ''; next !== undefined;) {
      const body: string = await all(`&${next.replace(/^\?/, '')}`)
      found.push(...contents(body))
      next = /id="candor-more"[^>]* href="([^"#]+)/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(found).toEqual(['critic', 'flagged', 'bowl', 'newest', 'oldest'])
    const page = await renderWidgets(world.ctx, {
      place: 'reviews',
      handle: null,
      keys: ['starRating', 'allReviews'],
      query: { candor_sort: 'highest', candor_rate: '4' },
    })
    expect(contents(page.markup.allReviews ?? '')).toEqual(['bowl'])
    expect(await all('&candor_first=0').then((body) => JSON.parse(body) as object)).toMatchObject({
      code: 'betweenEqual',
    })
  })

  test('shows product names and the rating summary only when enabled', async () => {
    await saveSetting(world.ctx, 'allReviews', { layout: 'grid', showSummary: true, showProduct: true })
    const body = await all()
    expect(body).toMatch(
      /class="candor-box candor-grid[^>]*data-candor-widget="allReviews"[^]*candor-head[^]*candor-of/,
    )
    await saveSetting(world.ctx, 'allReviews', { showSummary: false, showProduct: false, customCss: 'p{color:red}' })
    const bare = await all()
    expect(bare).not.toMatch(/candor-head|candor-of|candor-form/)
    expect(bare).toContain('[data-candor-widget=allReviews]{p{color:red!important}}}</style>')
    await saveSetting(world.ctx, 'allReviews', { enabled: false })
    expect(await all()).toBe('')
  })
})

describe('the separate form', () => {
  const form = (place = 'product', product = mug.handle) => fragment('submitForm', `page=${place}&product=${product}`)
  const submit = (patch: object) => saveSetting(world.ctx, 'submitForm', patch)

  test('opens as a popover or as details, without a script, with its own ids', async () => {
    const body = await form()
    expect(body).toMatch(
      /data-candor-widget="submitForm"[^]*popovertarget="candor-1qano6o-submit">Write a review<[^]*id="candor-1qano6o-submit" popover[^]*id="candor-1qano6o-submit-content"/,
    )
    await submit({
      type: 'collapsible',
      title: 'Tell <us>',
      buttonText: 'Your turn',
      buttonColor: '#112233',
      buttonTextColor: '#ddeeff',
      customCss: 'p{color:red}',
    })
    const folded = await form()
    expect(folded).toMatch(
      /--candor-act:#112233;--candor-act-text:#ddeeff[^]*<style>[^]*<details[^>]*><summary class="candor-act">Your turn<[^]*Tell &lt;us&gt;/,
    )
    const page = await renderWidgets(world.ctx, {
      place: 'product',
      handle: mug.handle,
      keys: ['reviewBox', 'submitForm'],
    })
    const found = [...`${page.markup.reviewBox}${page.markup.submitForm}`.matchAll(/ id="([^"]+)"/g)].map(
      ([, id]) => id,
    )
    expect(new Set(found).size).toBe(found.length)
  })

  test('accepts the allowed kinds of files only, also in the post', async () => {
    await submit({ allowPhotos: false })
    expect(await form()).toMatch(/accept="[^"]*\.mp4[^"]*"/)
    expect(await form()).not.toContain('.png')
    await submit({ allowVideos: false })
    expect(await form()).not.toContain('type="file"')
    const post = async (widget: string) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({
        rate: '5',
        name: 'Ada',
        email: 'ada@reader.test',
        content: `With a photo, ${widget}`,
        widget,
      }))
        body.set(name, value)
      body.set(
        'images',
        new Blob([
          Buffer.from(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
            'base64',
          ),
        ]),
        'a.png',
      )
      return fetch(
        `${await world.url()}/storefront/${world.shop.shopifyDomain}/products/${mug.handle}/reviews?part=form`,
        { method: 'POST', body },
      )
    }
    const refused = await post('submitForm')
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringMatching(
        /Tell &lt;us&gt;[^]*id="candor-1qano6o-submit-content"[^]*name="widget" value="submitForm"/,
      ),
    ])
    expect((await post('reviewBox')).status).toBe(200)
    await submit({ allowPhotos: true, allowVideos: true })
  })

  test('shows at its enabled places, for a product, to eligible shoppers', async () => {
    await submit({ showOnProductPage: false })
    expect(await form()).toBe('')
    expect(await form('other')).toContain('candor-form')
    expect([await form('home'), await form('other', ''), await form('other', 'nothing')]).toEqual(['', '', ''])
    await saveSetting(world.ctx, 'general', { eligibility: 'verified_buyers' })
    expect(await form('other')).toMatch(/Only customers who bought this/)
    expect(await form('other')).not.toContain('<form')
    await saveSetting(world.ctx, 'general', { eligibility: 'everyone' })
    await submit({ enabled: false })
    expect(await form('other')).toBe('')
  })
})

test('refuses a page’s path of more than 2,000 characters at once', async () => {
  const url = `/storefront/${world.shop.shopifyDomain}/widgets/reviewPopup`
  const at = (path: string) => world.inject({ url: `${url}?page=product&path=${path}` })
  expect((await at('/'.repeat(2_000))).statusCode).toBe(200)
  const began = performance.now()
  expect((await at(`${'/'.repeat(14_000)}x`)).statusCode).toBe(422)
  expect(performance.now() - began).toBeLessThan(200)
})
