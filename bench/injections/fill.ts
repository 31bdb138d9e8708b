import Papa from 'papaparse'
import { maxNameChars, maxReviewTitleChars } from '../../rules/limits.ts'
import { SETTING_KEYS } from '../../rules/settings/settings.ts'
import { demoShopDomain } from '../../server/demo/catalog/catalog.ts'
import type { DemoWorld } from '../../server/testing/demo-world.ts'

/** The product with the reviews of all strings. */
export const productHandle = 'hillside-mug'

interface SentReview {
  title: string
  content: string
  name: string
}

export interface DemoSession {
  demo: DemoWorld
  /** Standalone token of the demo's merchant. */
  token: string
}

/** Number of accepted and rejected inputs, and server errors. */
export interface Filled {
  reviews: SentReview[]
  importId: string
  settings: { taken: number; refused: number }
  errors: string[]
}

interface Answered {
  status: number
  body: { data?: Record<string, unknown>; message?: string }
}

/** Sends a request of spec 7, such as `PUT /settings/general`. */
export async function askRest({ demo, token }: DemoSession, row: string, body?: object | FormData): Promise<Answered> {
  const [method = '', path = ''] = row.split(' ')
  const isForm = body instanceof FormData
  const answer = await fetch(`${demo.url}/apiSa${path}`, {
    method,
    headers: { 'x-auth-token': token, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answered['body'] }
}

/** Writes the strings into every external input: the platform's texts, reviews, replies, and every text setting. */
export async function fillEverything(demoSession: DemoSession, strings: readonly string[]): Promise<Filled> {
  const errors: string[] = []
  await fillPlatform(demoSession, strings)
  const reviews = sentReviews(strings)
  const importId = await importReviews(demoSession, reviews)
  await fillForms(demoSession, strings, errors)
  return { reviews, importId, settings: await fillSettings(demoSession, strings, errors), errors }
}

/**
 * Returns reviews with every string as content, and as title and name if short enough. The three texts of one review
 * differ.
 */
function sentReviews(strings: readonly string[]): SentReview[] {
  const titles = strings.filter((text) => text.length <= maxReviewTitleChars)
  const names = strings.filter((text) => text.length <= maxNameChars)
  return strings.map((content, at) => ({
    content,
    title: titles[(at + 7) % titles.length] ?? '',
    name: names[(at + 13) % names.length] ?? '',
  }))
}

/** Writes the strings into shop, products, orders and customers of the platform, which passes on what others typed. */
async function fillPlatform({ demo: { app } }: DemoSession, strings: readonly string[]): Promise<void> {
  const db = app.deps.access.acrossShops('the demo platform')
  const text = (at: number) => strings[(at * 37) % strings.length] ?? ''
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { shopifyDomain: demoShopDomain } })
  await db.shop.update({ where: { id: shopId }, data: { name: text(0), plan: 'enterprise' } })
  for (const [at, { id }] of (await db.product.findMany({ where: { shopId }, select: { id: true } })).entries()) {
    await db.product.update({
      where: { shopId_id: { shopId, id } },
      data: { title: text(at + 1), vendor: text(at + 2), description: text(at + 3) },
    })
  }
  for (const [at, { id }] of (
    await db.queueItem.findMany({ where: { shopId }, select: { id: true }, take: 400 })
  ).entries()) {
    await db.queueItem.update({ where: { shopId_id: { shopId, id } }, data: { customerName: text(at + 4) } })
  }
}

async function importReviews(demoSession: DemoSession, reviews: readonly SentReview[]): Promise<string> {
  const head = ['title', 'body', 'rating', 'review_date', 'reviewer_name', 'reviewer_email', 'product_handle', 'reply']
  const rows = reviews.map(({ title, content, name }, at) => [
    title,
    content,
    '5',
    new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString(),
    name,
    `reader${at}@reader.test`,
    productHandle,
    at % 10 === 0 ? content : '',
  ])
  const form = new FormData()
  form.set('file', new Blob([Papa.unparse([head, ...rows])]), 'judgeme.csv')
  const {
    body: { data },
  } = await askRest(demoSession, 'POST /imports', form)
  const id = String(data?.['id'])
  const path = `/imports/${id}`
  const ended = async (...statuses: string[]) => {
    for (let tries = 0; tries < 1_000; tries++) {
      await demoSession.demo.app.drain()
      const {
        body: { data: run },
      } = await askRest(demoSession, `GET ${path}`)
      if (statuses.includes(String(run?.['status']))) return run
    }
    throw new Error('The import did not end.')
  }
  const checked = await ended('checked', 'failed')
  const { body } = await askRest(demoSession, `POST ${path}/start`, { publish: 'PUBLISHED' })
  const done = await ended('done', 'failed', 'checked')
  if (done?.['imported'] !== reviews.length)
    throw new Error(
      `${String(done?.['imported'])} of ${reviews.length} reviews were imported: ${JSON.stringify({ checked, body, done }).slice(0, 2500)}`,
    )
  // Feeds only contain reviews that were written here.
  await demoSession.demo.app.deps.access
    .acrossShops('the demo platform')
    .review.updateMany({ where: { email: { endsWith: '@reader.test' } }, data: { origin: 'guest' } })
  return id
}

/** Submits the strings in the forms of shoppers and the merchant: reviews, reports, replies, names of views. */
async function fillForms(demoSession: DemoSession, strings: readonly string[], errors: string[]): Promise<void> {
  const {
    demo: { url },
  } = demoSession
  const note = (what: string, status: number) => {
    if (status >= 500) errors.push(`${what} answered ${status}`)
  }
  for (const text of strings.slice(0, 20)) {
    const answer = await fetch(`${url}/storefront/${demoShopDomain}/products/${productHandle}/reviews`, {
      method: 'POST',
      body: new URLSearchParams({ rate: '5', title: text, content: text, name: text, email: text }),
      redirect: 'manual',
    })
    note('the review form', answer.status)
  }
  const {
    body: { data },
  } = await askRest(demoSession, 'GET /reviews?limitPerPage=50')
  for (const [at, { id }] of Object.values((data ?? []) as unknown as { id: string }[]).entries()) {
    const text = strings[(at * 91) % strings.length] ?? ''
    note('a reply', (await askRest(demoSession, `PUT /reviews/${id}/reply`, { content: text, sendMail: false })).status)
    note(
      'a request of an edit',
      (await askRest(demoSession, `POST /reviews/${id}/request-edit`, { content: text, title: text, note: text }))
        .status,
    )
    note(
      'a report',
      (
        await fetch(`${url}/storefront/${demoShopDomain}/reviews/${id}/report`, {
          method: 'POST',
          body: new URLSearchParams({ reason: 'other', text, email: text }),
          redirect: 'manual',
        })
      ).status,
    )
  }
}

/** Returns the paths of a document's texts. */
function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...path]]
  if (Array.isArray(value)) return []
  return value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
    : []
}

const nested = ([name, ...rest]: readonly string[], text: string): unknown =>
  name === undefined ? text : { [name]: nested(rest, text) }

/**
 * Tries strings in each text setting, longest first, until one is accepted. Settings that are no free text reject all.
 */
async function fillSettings(
  demoSession: DemoSession,
  strings: readonly string[],
  errors: string[],
): Promise<Filled['settings']> {
  const counts = { taken: 0, refused: 0 }
  const lengths = [Infinity, 60, 24, 16].map((most) => strings.filter((text) => text.length <= most))
  let round = 0
  for (const key of SETTING_KEYS) {
    const {
      body: { data },
    } = await askRest(demoSession, `GET /settings/${key}`)
    for (const path of textsIn(data)) {
      let isTaken = false
      for (const list of lengths) {
        round += 1
        const text = list[(round * 53) % list.length] ?? '<svg/onload=xq()'
        const { status } = await askRest(demoSession, `PUT /settings/${key}`, nested(path, text) as object)
        if (status >= 500) errors.push(`PUT /settings/${key} ${path.join('.')} answered ${status} to ${text}`)
        isTaken = status === 200
        if (isTaken) break
      }
      counts[isTaken ? 'taken' : 'refused'] += 1
    }
  }
  return counts
}
