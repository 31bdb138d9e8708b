import { Parser } from 'htmlparser2'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { PublicPage } from '../server/storefront/headless/public-reviews.ts'
import { openApp, type BenchApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { handWrittenBox, handWrittenJson, handWrittenReading } from './hand-written.ts'
import { loadReviews } from './load-reviews.ts'
import { pageSize } from './storefront-reads.ts'

const must = 1.25
/** Reviews without photos, badges and replies: those would hide the share of markup, and the usual review is text. */
const size = { products: 5, reviews: 1_000 }

export const p5: DatabaseBench = {
  id: 'P5',
  title: `bytes after gzip of a product's page with ${pageSize} reviews against the least that a person would write by hand, as HTML and as JSON`,
  must: '1.25',
  aim: '1.10',
  async onDatabase({ place, say }) {
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, ...size })
    const fragment = await read(open, 'widgets/reviewBox?product=product-1')
    const json = await read(open, `products/product-1/reviews?first=${pageSize}`)
    const page = JSON.parse(json.text) as PublicPage
    const jsonLd = /<script type="application\/ld\+json">.*<\/script>/.exec(fragment.text)?.[0] ?? ''
    const written = { page, shopName: open.shop.name, jsonLd }
    const box = handWrittenBox(written)
    const missing = [...wordsOf(fragment.text)].filter((word) => !wordsOf(box).has(word))
    if (missing.length > 0) throw new Error(`What is written by hand leaves out: ${missing.join(' ')}`)

    const compared = (name: string, ours: number, theirs: string) => {
      const bytes = gzipSync(theirs).length
      say(`${name}: ${ours} B, by hand ${bytes} B, ${(ours / bytes).toFixed(2)}x`)
      return ours / bytes
    }
    const html = compared('HTML fragment', fragment.bytes, box)
    const jsonRatio = compared('JSON', json.bytes, handWrittenJson(page))
    compared(
      'HTML fragment against the reviews, their summary and a form alone, printed, not judged',
      fragment.bytes,
      handWrittenReading(written),
    )
    compared(
      'the structured data in both, printed, not judged',
      gzipSync(fragment.text).length - gzipSync(fragment.text.replace(jsonLd, '')).length,
      jsonLd,
    )
    const worst = Math.max(html, jsonRatio)
    return { figure: worst.toFixed(2), ok: worst <= must }
  },
}

/** Returns a response as a browser gets it. */
async function read({ app, shop }: BenchApp, path: string): Promise<{ bytes: number; text: string }> {
  const { rawPayload } = await app.http.inject({
    url: `/storefront/${shop.shopifyDomain}/${path}`,
    headers: { 'accept-encoding': 'gzip' },
  })
  return { bytes: rawPayload.length, text: gunzipSync(rawPayload).toString() }
}

/** Returns the visible words of a page, without avatar letters and texts for the script. */
function wordsOf(html: string): Set<string> {
  const words = new Set<string>()
  const hidden: string[] = []
  const parser = new Parser({
    onopentag(name, { class: classes = '', placeholder = '', role }) {
      if (hidden.length > 0 || /candor-face/.test(classes) || role === 'alert' || name === 'script' || name === 'style')
        hidden.push(name)
      for (const word of placeholder.split(/\s+/)) words.add(word)
    },
    ontext(text) {
      if (hidden.length === 0) for (const word of text.split(/[\s():]+/)) words.add(word)
    },
    onclosetag: () => hidden.pop(),
  })
  parser.end(html)
  return words
}
