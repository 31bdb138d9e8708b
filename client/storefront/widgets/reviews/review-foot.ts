import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import type { Vote } from '../../../../rules/votes-and-search.ts'
import { reviewAddress } from '../address.ts'
import { html, type Html } from '../html.ts'
import type { ReviewToolsView, Say, ShownReview } from '../shown.ts'

interface VotesView {
  review: Pick<ShownReview, 'id' | 'helpful' | 'unhelpful'>
  /** URL of votes, without the review's id and the vote. */
  base: string
  /** Query with the page's language, or empty. */
  query: string
  say: Say
  design: Pick<ReviewBoxSettings, 'displayHelpful' | 'appearanceHelpful' | 'showHelpfulCount'>
  /** The reader's vote that was just counted. */
  voted: Exclude<Vote, 'none'> | null
}

/** Renders a review's actions: vote, link, report. */
export function reviewFoot({
  review,
  reading: { base, query },
  say,
  design,
  key,
  voted,
}: Omit<VotesView, 'base' | 'query' | 'design'> & {
  reading: ReviewToolsView
  design: ReviewBoxSettings
  key?: string | undefined
}): Html {
  return html`
    <div class="candor-foot">
      ${design.isShowHelpful && votes({ review, base, query, say, design, voted })}
      <span class="candor-links"><a class="candor-link" href="${reviewAddress(review.id, key)}" rel="nofollow">${say('widget.share')}</a>
      <a class="candor-link" data-candor-report href="${base}${review.id}/report${query}" rel="nofollow">${say('widget.report')}</a></span>
    </div>`
}

/** Renders the votes as a form. A button sets a value instead of toggling it, so a second click changes nothing. */
export function votes({ review, base, query, say, design, voted }: VotesView): Html {
  const { helpful = 0, unhelpful = 0 } = review
  const button = (vote: Exclude<Vote, 'none'>, count: number) => {
    const isChosen = voted === vote
    const word = say(`widget.${vote}`)
    const label =
      design.appearanceHelpful === 'icons'
        ? html`<span class="candor-one candor-icon-thumb" aria-hidden="true"></span><span class="candor-unseen">${word}</span>`
        : word
    return html`<button class="candor-quiet candor-${vote}" name="vote" value="${isChosen ? 'none' : vote}" aria-pressed="${String(isChosen)}">${label}${design.showHelpfulCount && design.appearanceHelpful === 'icons' && count > 0 && html` ${count}`}</button>`
  }
  return html`
    <form class="candor-votes" method="post" action="${base}${review.id}/helpful${query}">
      ${design.showHelpfulCount && helpful > 0 && html`<span>${say('widget.helpfulCount', { count: helpful })}</span>`}
      ${button('helpful', helpful)}${design.displayHelpful === 'both' && button('unhelpful', unhelpful)}
    </form>`
}
