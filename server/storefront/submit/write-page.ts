import { closedNote, formNeeds, writeForm } from '../../../client/storefront/widgets/forms/form.ts'
import { productElementId } from '../../../client/storefront/widgets/ids.ts'
import type { Channel } from '../../../rules/review-source.ts'
import type { Ctx } from '../../core/context.ts'
import { findWritingRefusal, type AuthorProof } from '../../reviews/reviews/adding/submit.ts'
import { buildClosedForm, buildForm, readRenderOptions } from '../widgets/page-view.ts'
import { requireShownProduct } from './submit.ts'
import { renderSubmitPage } from './submit-page.ts'

interface Writer {
  handle: string
  proof: AuthorProof
  /** Path under which the platform forwards a signed-in customer's requests. */
  proxy: string | null
  channel?: Channel | undefined
}

/** Renders a review form's page, or the reason and a sign-in link. @throws NotFound productMissing */
export async function renderWritePage(ctx: Ctx, { handle, proof, proxy, channel }: Writer): Promise<string> {
  const product = await requireShownProduct(ctx, handle)
  const renderOptions = await readRenderOptions(ctx)
  const { settings, say } = renderOptions
  const refusal = await findWritingRefusal(ctx, { proof, handle })
  const isSignedIn = proof.kind !== 'none'
  const content = refusal
    ? closedNote(buildClosedForm(ctx, renderOptions, { refusal, handle, isSignedIn }))
    : writeForm({
        ...buildForm(ctx, renderOptions, { handle, proxy, channel }),
        say,
        ...formNeeds(settings, isSignedIn),
      })
  return renderSubmitPage(ctx, {
    content,
    product,
    back: `${ctx.platform.productUrl(ctx.shop, handle)}#${productElementId('reviews', handle)}`,
  })
}
