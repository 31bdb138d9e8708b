import type { InstagramPost, InstagramSettings } from '../../../../rules/settings/instagram-widget.ts'
import { customStyle } from '../custom-css.ts'
import { html, type Html } from '../html.ts'
import { themeClass, themeStyle } from '../theme-style.ts'
import type { PageView, Say } from '../shown.ts'

const phoneColumns = 3
const altChars = 120

/** Renders the newest posts of the shop's Instagram account as a grid, with tagged products. */
export function instagramWidget({ settings, design, say, ...view }: PageView & { settings: InstagramSettings }): Html {
  const { enabled, heading, columns, rows, username, posts, customCss } = settings
  if (!enabled || posts.length === 0) return html``
  const shown = posts.slice(0, columns * rows)
  const grid = `--candor-grid:${columns};--candor-grid-m:${Math.min(columns, phoneColumns)}`
  return html`
    <section class="candor-box candor-insta ${themeClass({ ...design, layout: 'grid' })}" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(design)};${grid}" data-candor-widget="instagramWidget" aria-labelledby="candor-instagram">
      ${customStyle('instagramWidget', customCss)}
      <div class="candor-inner">
        <h2 class="candor-title" id="candor-instagram">${heading || say('widget.instagram')}</h2>
        ${username && html`<p class="candor-insta-by"><a class="candor-link" href="https://www.instagram.com/${encodeURIComponent(username)}/" target="_blank" rel="noopener"><bdi>@${username}</bdi></a></p>`}
        <ul class="candor-insta-grid">${shown.map((post) => tile(post, settings, say))}</ul>
      </div>
    </section>`
}

function tile(
  { caption, permalink, isVideo, image, products }: InstagramPost,
  { showCaption, linkToPost }: InstagramSettings,
  say: Say,
): Html {
  const alt = caption ? caption.slice(0, altChars) : say('widget.instagramPost')
  const picture = html`<img src="${image}" width="320" height="320" loading="lazy" decoding="async" alt="${alt}">`
  const classes = `candor-shot${isVideo ? ' candor-film' : ''}`
  return html`
    <li>
      ${linkToPost && permalink ? html`<a class="${classes}" href="${permalink}" target="_blank" rel="noopener">${picture}</a>` : html`<span class="${classes}">${picture}</span>`}
      ${showCaption && caption && html`<p class="candor-insta-text" dir="auto">${caption}</p>`}
      ${products.map(({ title, url }) => html`<a class="candor-insta-product" href="${url}"><bdi>${title}</bdi></a>`)}
    </li>`
}
