// The review box as hand-written for one page: minimal markup for the same content, without hooks for styles and
// scripts.
import { escapeText } from '../client/storefront/widgets/html.ts'
import type { PublicPage, PublicReview } from '../server/storefront/headless/public-reviews.ts'

interface HandWritten {
  page: PublicPage
  shopName: string
  /** A whole script element. */
  jsonLd?: string
}

/**
 * Renders everything that the review box of a new shop does without a script: filter bars, search, form, votes,
 * reports.
 */
export function handWrittenBox({ page: { summary, reviews }, shopName, jsonLd = '' }: HandWritten): string {
  return `${head(summary)}
<a href=#write>Write a review</a>
<details><summary>How reviews are checked</summary><ul>
<li>Anyone can write a review here, also without a purchase at ${shopName}.
<li>“Verified purchase”: an order at ${shopName} proves that the author bought the product. “Verified by the shop”: ${shopName} confirms it without such an order. For reviews without a badge, the purchase was not checked.
<li>The shop may have brought reviews from another app or marketplace. Their purchases were not checked here.
<li>“Incentivized review”: the author received something for the review, such as a discount, whatever the rating.
<li>${shopName} decides which reviews are shown. The average counts every review shown here.
<li>Something wrong? Choose “Report” below a review, and the shop checks it.</ul></details>
${form}
<form action=#reviews><p>All reviews
<input type=search name=q placeholder="Search reviews"> <label><input type=checkbox name=media>With photos or videos</label> <label><input type=checkbox name=verified>Verified</label>
<label>Sort by <select name=sort><option>Newest<option>Oldest<option>Highest rating<option>Lowest rating<option>With photos first<option>Most helpful</select></label> <button>Apply</button></form>
<ul>
${reviews
  .map(
    (review) => `${item(review)}
<form method=post action=/reviews/${review.id}/helpful><button name=vote value=helpful>Helpful</button> <a href="?review=${review.id}#reviews">Link to this review</a> <a href=/reviews/${review.id}/report>Report</a></form>`,
  )
  .join('\n')}
</ul>
<a href="?page=2#reviews">Show more reviews</a>
<p>Powered by Candor
</section>${jsonLd}`
}

/** Renders only the text content and the form. */
export function handWrittenReading({ page: { summary, reviews } }: HandWritten): string {
  return `${head(summary)}
${form}
<ul>
${reviews.map(item).join('\n')}
</ul>
</section>`
}

const head = ({
  count,
  average,
  histogram,
}: PublicPage['summary']): string => `<section id=reviews><h2>Customer reviews</h2>
<p>${average.toFixed(1)} ${stars(average.toFixed(1))} ${count} reviews
<ul>
${([5, 4, 3, 2, 1] as const).map((rate) => `<li><a href="?rate=${rate}#reviews">${rate} star${rate === 1 ? '' : 's'}: <meter max=${count} value=${histogram[rate]}></meter> ${histogram[rate]} reviews</a>`).join('\n')}
</ul>`

const form = `<form id=write method=post action=/reviews enctype=multipart/form-data><h3>Write a review</h3>
<fieldset><legend>Your rating</legend>${[1, 2, 3, 4, 5].map((rate) => `<label><input type=radio name=rate value=${rate} required>${rate} star${rate === 1 ? '' : 's'}</label>`).join('')}</fieldset>
<label>Your review (optional) <textarea name=content maxlength=5000 placeholder="What do you like or dislike? Who is it for?"></textarea></label>
<label>Name <input name=name autocomplete=name maxlength=100 required></label>
<label>Email <input type=email name=email autocomplete=email maxlength=254 required></label> <p>Never shown. The shop only uses it to reply to you.
<p><label>Photos and video (optional) <input type=file name=images accept=image/*,video/* multiple></label> <p>Up to 5 photos, 5 MB each at most. One video, up to 60 seconds and 50 MB
<p hidden><label>Leave this field empty <input name=website></label>
<p><button>Submit review</button> <a href=#reviews>Cancel</a></form>`

const stars = (rate: string): string =>
  `<i class=stars style=--rate:${rate} role=img aria-label="${rate} out of 5 stars"></i>`

/** Renders the rating next to the product's name. */
export const handWrittenRating = ({ summary: { count, average } }: PublicPage): string =>
  `<p><a href=#reviews>${stars(average.toFixed(1))} ${average.toFixed(1)} ${count} reviews</a>`

/** Plain styles, about as tall and wide as the widget. */
export const handWrittenStyle = `#reviews{border:1px solid #e8e1d4;padding:1.5rem;margin-block:2rem}#reviews ul{list-style:none;padding:0}#write:not(:target){display:none}
#reviews fieldset,#reviews textarea{display:block;inline-size:100%}#reviews li{padding-block:.75rem;border-block-start:1px solid #e8e1d4}#reviews h3,#reviews li p{margin:.25rem 0}
.stars{display:inline-block;inline-size:5em;block-size:1em;background:linear-gradient(90deg,#d98e04 calc(var(--rate)*20%),#ddd5c6 0)}`

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

const item = ({
  author,
  createdAt,
  rate,
  title,
  content,
}: PublicReview): string => `<li>${escapeText(author)} <time datetime=${createdAt.slice(0, 10)}>${day.format(new Date(createdAt))}</time>
${stars(String(rate))}
<h3>${escapeText(title)}</h3>
<p>${escapeText(content)}`

/** Returns the public page as JSON without empty and derived values. */
export function handWrittenJson({ summary, reviews, pageInfo: { endCursor } }: PublicPage): string {
  return JSON.stringify({
    ...summary,
    reviews: reviews.map((review) =>
      Object.fromEntries(
        Object.entries(review).filter(([, value]) => value && (!Array.isArray(value) || value.length > 0)),
      ),
    ),
    after: endCursor,
  })
}
