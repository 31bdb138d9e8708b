import { html, type Html } from './html.ts'
import type { PageView } from './shown.ts'

/** “Powered by Candor” below a list of reviews; nothing where the shop's plan lets it leave that out and it does. */
export const brandMark = ({ design, say }: Pick<PageView, 'design' | 'say'>): Html | false =>
  design.brand?.showsMark === true && html`<p class="candor-mark">${say('widget.poweredBy')}</p>`
