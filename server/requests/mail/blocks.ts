import type { BlockType, EmailBlock } from '../../../rules/settings/email-blocks.ts'
import { Html, html } from '../../core/html.ts'
import { mailTheme } from './mail-theme.ts'

/** Content of a block: table rows, or the inside of one, and its text lines. */
export interface ShownBlock {
  html: Html | string
  text: string
}

/** Renders each type of block; null where the email has nothing to show. */
type BlockParts = Partial<
  Record<BlockType, (block: EmailBlock, context: { hasStars: boolean; own: string }) => ShownBlock | null>
>

interface RenderedBlocks {
  rows: Html
  text: string
}

const fontSize = { small: 14, medium: 16, large: 19 } as const
const headingSize = { small: 19, medium: 24, large: 30 } as const
const space = { small: 6, medium: 12, large: 24 } as const
const width = { small: 160, medium: 320, large: 496 } as const

export function renderBlocks(
  blocks: readonly EmailBlock[],
  parts: BlockParts,
  {
    title,
    heading,
    shopName,
    byBlock = {},
  }: {
    title: string
    /** Words of a heading without its own. */
    heading: string
    shopName: string
    /** The merchant's words by the block's key. */
    byBlock?: Readonly<Record<string, string>>
  },
): RenderedBlocks {
  const all: BlockParts = {
    heading({ key }, { own }) {
      const text = own || (key ? heading : title)
      return { html: html`${text}`, text }
    },
    divider: () => ({
      html: html`<div class="rule" style="border-top:1px solid ${mailTheme.line};font-size:0;line-height:0">&nbsp;</div>`,
      text: '',
    }),
    image: ({ image, size }, { own }) =>
      image
        ? {
            html: html`<img src="${image}" alt="${own || shopName}" width="${width[size]}" style="display:inline-block;width:100%;max-width:${width[size]}px;height:auto;border:0">`,
            text: '',
          }
        : null,
    ...parts,
  }
  const rows: Html[] = []
  const lines: string[] = []
  blocks.forEach((block, at) => {
    if (block.type === 'stars' && blocks[at - 1]?.type === 'product') return
    const shown = all[block.type]?.(block, {
      hasStars: blocks[at + 1]?.type === 'stars',
      own: block.key ? (byBlock[block.key] ?? '') : '',
    })
    if (!shown) return
    rows.push(row(block, shown.html))
    if (shown.text) lines.push(shown.text)
  })
  return { rows: html`${rows}`, text: lines.join('\n\n') }
}

function row({ type, align, size, colour, background }: EmailBlock, content: Html | string): Html {
  const inner = content instanceof Html ? content : new Html(content)
  const font =
    type === 'heading'
      ? `font-size:${headingSize[size]}px;line-height:1.25;font-weight:700`
      : `font-size:${type === 'footer' ? 13 : fontSize[size]}px;line-height:1.6`
  const tone = type === 'footer' ? { name: 'muted', colour: mailTheme.muted } : { name: 'ink', colour: mailTheme.ink }
  // The merchant's own colour stays in dark mode, since it was chosen with its background.
  const name = colour || background ? '' : tone.name
  const fill = background ? `background:${background};` : ''
  return html`<tr><td class="block ${name}" style="padding:${space[size]}px 32px;${fill}color:${colour || tone.colour};${font};text-align:${align}">${inner}</td></tr>
`
}
