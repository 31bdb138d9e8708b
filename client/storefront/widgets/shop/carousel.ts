import type { CarouselSettings } from '../../../../rules/settings/carousel.ts'
import { html, type Html } from '../html.ts'
import { colourStyle, themeClass, themeStyle } from '../theme-style.ts'
import { lightbox } from '../review-box.ts'
import { reviewItem } from '../reviews/review.ts'
import type { PageView, ShownMedia, ShownReview, WidgetWord } from '../shown.ts'
import { stars } from '../reviews/stars.ts'

type CarouselView = PageView & { settings: CarouselSettings }

/** Renders reviews of the whole shop as cards in a scrolling row. */
export function reviewCarousel(view: CarouselView): Html {
  const { hideCarouselImages, hideCarouselProductName } = view.settings
  const cards = view.reviews.map((review) => ({
    ...review,
    ...(hideCarouselImages && { media: [] }),
    ...(hideCarouselProductName && { product: null }),
  }))
  return row(view, {
    widget: 'reviewCarousel',
    title: 'widget.title',
    hasPhotos: cards.some(({ media }) => media.length),
    items: cards.map((review) => reviewItem({ ...view, review, foldAfter: 260 })),
  })
}

/** Renders photos and videos of the whole shop's reviews in a scrolling row. */
export function galleryCarousel(view: CarouselView): Html {
  const { say } = view
  const items = view.reviews.flatMap((review) =>
    review.media.map((medium, index) =>
      tile(view, { review, medium, number: index + 1, author: review.author || say('widget.anonymous') }),
    ),
  )
  return row(view, { widget: 'galleryCarousel', title: 'widget.gallery', hasPhotos: true, items })
}

interface Row {
  widget: 'reviewCarousel' | 'galleryCarousel'
  title: WidgetWord
  hasPhotos: boolean
  items: readonly Html[]
}

/**
 * Renders a row that scrolls without a script. The script adds arrows, whose space is reserved, and the photo viewer.
 */
function row({ settings, design, say, ...view }: CarouselView, { widget, title, hasPhotos, items }: Row): Html {
  if (!settings.enableCarousel || items.length === 0) return html``
  const classes = [
    'candor-box',
    'candor-row',
    themeClass({ ...design, layout: 'carousel' }),
    widget === 'galleryCarousel' && 'candor-gallery',
    settings.showMobileNavigation && 'candor-row-nav',
  ]
  return html`
    <section class="${classes.filter(Boolean).join(' ')}" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(design)};${colourStyle({ heading: settings.carouselHeadingColor })}" data-candor="${view.source}" data-candor-widget="${widget}" aria-labelledby="candor-${widget}">
      <div class="candor-inner">
        <h2 class="candor-title" id="candor-${widget}">${say(title)}</h2>
        <div class="candor-stage">
          <div class="candor-arrows" hidden>
            <button type="button" class="candor-arrow" data-candor-move="-1" aria-label="${say('widget.previous')}"></button>
            <button type="button" class="candor-arrow" data-candor-move="1" aria-label="${say('widget.next')}"></button>
          </div>
          <div class="candor-track-x" role="group" tabindex="0" aria-labelledby="candor-${widget}"><ul class="candor-reviews">${items}</ul></div>
        </div>
      </div>
      ${hasPhotos && lightbox({ say, viewer: view.viewer })}
    </section>`
}

function tile(
  { say }: CarouselView,
  { review, medium, number, author }: { review: ShownReview; medium: ShownMedia; number: number; author: string },
): Html {
  const isVideo = medium.kind === 'video'
  const name = say(isVideo ? 'widget.video' : 'widget.photo', { number, author })
  const small = medium.medium ?? medium.thumb
  return html`
    <li class="candor-review">
      <a class="candor-shot${isVideo && ' candor-film'}" href="${medium.url}" target="_blank" aria-label="${name}">${small && html`<img src="${small}" width="220" height="220" loading="lazy" decoding="async" alt="">`}</a>
      ${stars(review.rate, say('widget.outOf', { rate: review.rate }))}
      <span class="candor-tile-by"><bdi>${author}</bdi></span>
    </li>`
}
