import {
  findBlockText,
  HTML_BLOCKS,
  type EmailBlock,
  type EmailBlockText,
} from '../../../rules/settings/email-blocks.ts'
import type { MergeFields } from './merchant-template.ts'
import { renderInThread } from './render-pool.ts'

export interface MerchantTexts {
  subject?: string | undefined
  preheader?: string | undefined
  content?: string | undefined
  blockTexts?: readonly EmailBlockText[] | undefined
}

/** Rendered texts of a merchant; those of blocks by key. */
export interface RenderedTexts {
  subject: string
  preheader: string
  content: string
  byBlock: Readonly<Record<string, string>>
}

/**
 * Renders the merchant's texts of an email. Subject, preheader and headings are one line of plain text; the content and
 * paragraphs are safe HTML. Empty texts stay empty.
 * @param blocks the email's blocks, whose words are in `blockTexts`
 * @throws TemplateBroken, RenderStopped
 */
export async function renderMerchantTexts(
  shopId: string,
  { subject = '', preheader = '', content = '', blockTexts = [] }: MerchantTexts,
  { fields, blocks = [] }: { fields: MergeFields; blocks?: readonly EmailBlock[] },
): Promise<RenderedTexts> {
  const worded = blocks.flatMap(({ type, key }) => {
    const text = findBlockText(blockTexts, key)
    return text ? [{ name: blockName(key), text, isHtml: HTML_BLOCKS.includes(type) }] : []
  })
  if (!subject && !preheader && !content && worded.length === 0) return { subject, preheader, content, byBlock: {} }
  const named = (isHtml: boolean) =>
    Object.fromEntries(worded.filter((each) => each.isHtml === isHtml).map(({ name, text }) => [name, text]))
  const { lines, contents } = await renderInThread(shopId, {
    kind: 'texts',
    lines: { subject, preheader, ...named(false) },
    contents: { content, ...named(true) },
    fields,
  })
  const rendered = { ...lines, ...contents }
  return {
    subject: lines.subject ?? '',
    preheader: lines.preheader ?? '',
    content: contents.content ?? '',
    byBlock: Object.fromEntries(blocks.map(({ key }) => [key, rendered[blockName(key)] ?? ''])),
  }
}

const blockName = (key: string): string => `block ${key}`

/** Inlines a merchant's styles. @throws TemplateBroken, RenderStopped */
export async function renderMerchantStyles(shopId: string, document: string, css = ''): Promise<string> {
  return css ? renderInThread(shopId, { kind: 'styles', document, css }) : document
}
