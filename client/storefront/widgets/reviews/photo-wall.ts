import { buildChoiceQuery, reviewAddress } from '../address.ts'
import { html, type Html } from '../html.ts'
import type { PageView, WallItem } from '../shown.ts'

/** Renders the newest photos and videos in a row. Each links to its review; the script opens both in the viewer. */
export function photoWall({
  reading,
  say,
  choice,
  key,
}: Pick<PageView, 'reading' | 'say' | 'choice' | 'key'>): Html | false {
  if (!reading || reading.wall.length < 2) return false
  const tile = ({ kind, url, thumb, author, reviewId }: WallItem, index: number) => {
    const name = say(kind === 'video' ? 'widget.video' : 'widget.photo', {
      number: index + 1,
      author: author || say('widget.anonymous'),
    })
    return html`<li><a class="candor-shot${kind === 'video' && ' candor-film'}" href="${reviewAddress(reviewId, key)}" data-candor-src="${url}" data-candor-of="${reviewId}" aria-label="${name}" rel="nofollow">${thumb && html`<img src="${thumb}" width="84" height="84" loading="lazy" decoding="async" alt="">`}</a></li>`
  }
  return html`
    <div class="candor-wall" role="group" aria-label="${say('widget.wall')}">
      <ul class="candor-shots">${reading.wall.map(tile)}</ul>
      <a class="candor-link" href="${buildChoiceQuery({ ...choice, media: true, review: null, after: null }, key)}">${say('widget.wallAll')}</a>
    </div>`
}
