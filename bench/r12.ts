import Papa from 'papaparse'
import { SaxesParser } from 'saxes'
import { calculatedInCsv } from '../server/testing/hostile/formula-cells.ts'
import { scriptInjections } from '../server/testing/hostile/script-injections.ts'
import { unguard } from '../server/core/formula-guard.ts'
import { demoLogin } from '../server/shop/session/login.rest.ts'
import { demoShopDomain } from '../server/demo/catalog/catalog.ts'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import { createDemoWorld } from '../server/testing/demo-world.ts'
import { adminRoutes } from '../e2e/admin-paths.ts'
import type { PromiseBench } from './bench.ts'
import { askRest, fillEverything, productHandle, type DemoSession, type Filled } from './injections/fill.ts'
import { startWatch, type Watch } from './injections/watch.ts'
import { reachDatabase } from './bench-database.ts'

const storePages = [
  '/demo/store',
  `/demo/store/products/${productHandle}`,
  '/demo/store/reviews',
  '/demo/store/account',
  `/demo/store/checkout?handle=${productHandle}`,
  '/demo/mailbox',
]
const emailTypes = 'review-reminder'
/** Divides the number of strings, to select those that are planted on a page to test the detection. */
const plantedEvery = 150

export const r12: PromiseBench = {
  id: 'R12',
  title:
    'several thousand script injections through every field into every page, widget, email and export: none runs, and plain text comes back byte for byte',
  async onPromise({ place, options, say }) {
    const verdict = emptyVerdict()
    const strings = scriptInjections().filter(
      (_text, at, all) => at % Math.ceil(all.length / (options.rows ?? all.length)) === 0,
    )
    const demo = await createDemoWorld({ database: await reachDatabase(place.reach) })
    try {
      const { token } = (await (
        await fetch(`${demo.url}/apiSa/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(demoLogin),
        })
      ).json()) as { token: string }
      const demoSession = { demo, token }
      const filled = await fillEverything(demoSession, strings)
      say(
        `${strings.length} strings; ${filled.settings.taken} texts of settings took one, ${filled.settings.refused} refused all`,
      )
      verdict.found.push(...filled.errors)
      await using watch = await startWatch({ url: demo.url, storage: { 'candor.token': token } })
      await plantStrings(watch, strings, verdict)
      const step = async (what: string, work: () => Promise<void>) => {
        const before = watch.countChecked()
        await work()
        const found = watch.take()
        verdict.found.push(...found.map((fault) => `${what}: ${fault}`))
        say(`${what}: ${watch.countChecked() - before} documents looked at, ${found.length} faults`)
      }
      await step('storefront', () => scanStore(demoSession, watch))
      await step('emails', () => readEmails(demoSession, watch))
      await step('admin', () => scanAdmin(demoSession, watch, filled.importId))
      await compareTexts(demoSession, filled, verdict)
      verdict.tried += strings.length
      return verdict
    } finally {
      await demo.close()
    }
  },
}

/**
 * Opens pages that print a string unescaped. Most markup runs at once, and the watch sees markup that waits for a
 * click.
 */
async function plantStrings(watch: Watch, strings: readonly string[], verdict: Verdict): Promise<void> {
  const isMarkup = (text: string) =>
    /^<(?!!|0>|%)[^\\%]*(?:on\w+=|script:|<script>)/i.test(text) && !text.includes('&') && !text.includes('https://')
  for (const text of strings
    .filter(isMarkup)
    .filter((_text, at) => at % Math.max(1, Math.floor(strings.length / plantedEvery / 10)) === 0)) {
    await watch.show(`<!doctype html><title>x</title><main>${text}</main>`)
    await watch.page.waitForTimeout(30)
    recordPlanted(verdict, `written as it is: ${text}`, watch.take().length > 0)
  }
}

/** Opens the demo's store, then all pages of its longest list without scripts. */
async function scanStore({ demo }: DemoSession, watch: Watch): Promise<void> {
  for (const path of storePages) await watch.open(path)
  let next: string | null = `/demo/store/products/${productHandle}`
  while (next) {
    await watch.page.goto(new URL(next, demo.url).href, { waitUntil: 'load' })
    await watch.check()
    next = await watch.page.evaluate(
      () => document.querySelector<HTMLAnchorElement>('a[href*=candor_after]')?.href ?? null,
    )
  }
}

/** Opens a preview of every kind of email, and every email that the demo has sent. */
async function readEmails(demoSession: DemoSession, watch: Watch): Promise<void> {
  const {
    body: { data },
  } = await askRest(demoSession, 'GET /settings/emailTemplates')
  for (const type of Object.keys(data ?? {}).filter((name) => name.includes('-') || name === emailTypes)) {
    const { status, body } = await askRest(demoSession, `POST /emails/${type}/preview`, {})
    const { html } = body as { html?: string }
    if (html === undefined)
      throw new Error(`The preview of ${type} answered ${status} ${JSON.stringify(body).slice(0, 300)}`)
    await watch.show(html)
    await askRest(demoSession, `POST /emails/${type}/test`, { to: `${type}@reader.test` })
  }
  await demoSession.demo.app.drain()
  const mails = await demoSession.demo.app.deps.access
    .acrossShops('the demo platform')
    .demoMail.findMany({ select: { id: true, html: true } })
  for (const { html } of mails) await watch.show(html)
  for (const { id } of mails.slice(-20)) await watch.open(`/demo/mailbox?id=${id}`)
}

/** Opens every page of the admin, every page of the review list, and some reviews. */
async function scanAdmin({ demo }: DemoSession, watch: Watch, importId: string): Promise<void> {
  const db = demo.app.deps.access.acrossShops('the demo platform')
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { shopifyDomain: demoShopDomain } })
  const some = await db.review.findMany({
    where: { shopId },
    select: { id: true },
    take: 10,
    orderBy: { createdAt: 'desc' },
  })
  const ids = some.map(({ id }) => encodeURIComponent(Buffer.from(`Review:${id}`).toString('base64')))
  const ofEmails = '/collect-reviews/emails/'
  for (const path of adminRoutes) {
    if (path.startsWith(ofEmails)) await watch.open(path.replace(':id', emailTypes))
    else for (const id of path.includes(':id') ? ids : ['']) await watch.open(path.replace(':id', id))
  }
  await watch.open(`/reviews/list?importFilter=${importId}`)
  const next = watch.page.getByRole('button', { name: 'Next' }).first()
  const rows = watch.page.locator('tbody').first()
  for (;;) {
    await watch.check()
    if (!(await next.isEnabled())) return
    const before = await rows.innerText()
    await next.click()
    await watch.page.waitForFunction(
      (text) => ![text, undefined].includes(document.querySelector('tbody')?.innerText),
      before,
    )
  }
}

const asLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Checks that API, headless JSON, export and feeds return the submitted texts. */
async function compareTexts(demoSession: DemoSession, { reviews }: Filled, verdict: Verdict): Promise<void> {
  const kept = new Map<string, { title: string; content: string }>()
  let address: string | null = `/storefront/${demoShopDomain}/products/${productHandle}/reviews?first=50`
  while (address) {
    const page = (await (await fetch(demoSession.demo.url + address)).json()) as {
      reviews: { title: string; content: string }[]
      pageInfo?: { endCursor: string | null; hasNextPage: boolean }
    }
    for (const review of page.reviews) kept.set(review.content, review)
    address = page.pageInfo?.hasNextPage
      ? `/storefront/${demoShopDomain}/products/${productHandle}/reviews?first=50&after=${encodeURIComponent(page.pageInfo.endCursor ?? '')}`
      : null
  }
  const compare = (where: string, found: ReadonlyMap<string, { title: string }>) =>
    reviews.forEach(({ title, content }) => {
      verdict.tried += 1
      const same = found.get(content)
      if (!same) verdict.found.push(`${where} has no text ${JSON.stringify(content)}`)
      else if (same.title !== asLine(title))
        verdict.found.push(`${where} has the title ${JSON.stringify(same.title)} instead of ${JSON.stringify(title)}`)
    })
  compare('the public JSON', kept)
  const {
    body: { data },
  } = await askRest(demoSession, 'POST /reviews/export', { format: 'csv' })
  await demoSession.demo.app.drain()
  const {
    body: { data: done },
  } = await askRest(demoSession, `GET /reviews/export/${String(data?.['id'])}`)
  const file = Buffer.from(await (await fetch(String(done?.['downloadUrl']))).arrayBuffer())
  const rows = Papa.parse<Record<string, string>>(file.toString('utf8').slice(1), { header: true, delimiter: ',' }).data
  compare(
    'the export',
    new Map(rows.map((row) => [unguard(row['content'] ?? row['body'] ?? ''), { title: unguard(row['title'] ?? '') }])),
  )
  verdict.found.push(...calculatedInCsv(file).slice(0, 10))
  await compareFeeds(demoSession, reviews, verdict)
}

async function compareFeeds(demoSession: DemoSession, reviews: Filled['reviews'], verdict: Verdict): Promise<void> {
  const {
    body: { data },
  } = await askRest(demoSession, 'GET /feeds')
  const xml = await (await fetch(String(data?.['google']))).text()
  const texts = new Set<string>()
  let text = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('cdata', (more) => {
    text += more
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'content') texts.add(text)
  })
  parser.write(xml).close()
  for (const { content } of reviews)
    if (!texts.has(content)) verdict.found.push(`the Google feed has no text ${JSON.stringify(content)}`)
}
