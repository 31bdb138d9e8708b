import { html, type Html } from './html.ts'
import type { PageView } from './shown.ts'

/** Renders “Powered by Candor” below a list of reviews; nothing if the shop's plan and settings hide it. */
export const brandMark = ({ design, say }: Pick<PageView, 'design' | 'say'>): Html | false =>
  design.brand?.showsMark === true && html`<p class="candor-mark">${say('widget.poweredBy')}</p>`
