import { closedNote, formNeeds, writeForm } from '../../../client/storefront/widgets/form.ts'
import { html } from '../../../client/storefront/widgets/html.ts'
import type { Ctx } from '../../context.ts'
import { refusalToWrite, type AuthorProof } from '../../reviews/adding/submit.ts'
import { word } from '../../words/words.ts'
import { closedSentence, formOf, mannerOf } from '../page-view.ts'
import { shownProduct } from './submit.ts'
import { submitPage } from './submit-page.ts'

interface Writer {
  handle: string
  proof: AuthorProof
  /** Path under which the platform forwards a signed-in customer's calls. */
  proxy: string | null
}

/**
 * Renders the review form of a product as a page by itself, or, for who may not write, the reason and a way to sign in at the store.
 * @throws NotFound productMissing
 */
export async function writePage(ctx: Ctx, { handle, proof, proxy }: Writer): Promise<string> {
  const { title, image } = await shownProduct(ctx, handle)
  const manner = await mannerOf(ctx)
  const { settings, say, locale } = manner
  const refusal = await refusalToWrite(ctx, { proof, handle })
  const isSignedIn = proof.kind !== 'none'
  const signIn = ctx.platform.signInUrl(ctx.shop, `${ctx.shop.shopifyDomain}/products/${encodeURIComponent(handle)}/reviews/new`)
  const content = refusal
    ? html`${closedNote(closedSentence(manner, refusal))}${!isSignedIn && html`<p class="candor-send"><a class="candor-act" href="${signIn}">${word(locale, 'qr.signIn')}</a></p>`}`
    : writeForm({ ...formOf(ctx, handle, proxy), say, ...formNeeds(settings, isSignedIn) })
  const about = html`<header class="about">${image && html`<img src="${image}" alt="">`}<h1 dir="auto">${title}</h1></header>`
  return submitPage(ctx, { content, about, back: `${ctx.platform.productUrl(ctx.shop, handle)}#candor-reviews` })
}
