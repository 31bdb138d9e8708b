import type { MergeFields } from './merchant-template.ts'
import { renderInThread } from './render-pool.ts'

export interface MerchantTexts {
  subject?: string | undefined
  preheader?: string | undefined
  content?: string | undefined
}

/**
 * Renders the merchant's texts of an email. Subject and preheader are one line of plain text, the content is safe HTML.
 * Empty texts stay empty.
 * @throws TemplateBroken, RenderStopped
 */
export async function renderMerchantTexts(
  shopId: string,
  { subject = '', preheader = '', content = '' }: MerchantTexts,
  fields: MergeFields,
): Promise<Required<Record<keyof MerchantTexts, string>>> {
  if (!subject && !preheader && !content) return { subject, preheader, content }
  const { lines, ...rendered } = await renderInThread(shopId, {
    kind: 'texts',
    lines: { subject, preheader },
    content,
    fields,
  })
  return { subject: lines.subject ?? '', preheader: lines.preheader ?? '', content: rendered.content }
}

/** Inlines a merchant's styles. @throws TemplateBroken, RenderStopped */
export async function renderMerchantStyles(shopId: string, document: string, css = ''): Promise<string> {
  return css ? renderInThread(shopId, { kind: 'styles', document, css }) : document
}
