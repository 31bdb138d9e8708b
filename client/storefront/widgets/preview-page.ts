import { reviewBox, type BoxView } from './box.ts'
import { html, Html } from './html.ts'
import { starBadge } from './stars.ts'

const frame = 'html{overflow-x:hidden}body{margin:0;padding:20px;color:#1e1b16;font:16px/1.5 system-ui,sans-serif}.badge{margin:0 4px 16px}noscript{display:none}'

/**
 * A page that holds nothing but the shipped widget, for a frame without any rights in the admin: links want a new window,
 * which such a frame may not open. What stands there for readers without JavaScript stays hidden.
 */
export function previewPage(view: BoxView, style: string): string {
  const page = html`
    <html lang="${view.locale}" dir="${view.direction}">
    <head><meta charset="utf-8"><base target="_blank"><style>${new Html(frame + style)}</style></head>
    <body><div class="badge">${starBadge(view)}</div>${reviewBox(view)}</body></html>`
  return `<!doctype html>${page.text}`
}
