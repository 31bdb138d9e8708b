import { widgetId } from '../ids.ts'
import { html, type Html } from '../html.ts'
import { buildChoiceQuery } from '../address.ts'
import type { ClosedForm } from '../forms/form.ts'
import { STARS, type Choice, type Say, type Summary } from '../shown.ts'
import { countText, rating, stars } from './stars.ts'

/** The button that opens the form. */
export interface WriteButton {
  text: string
  /** The form opens as a popup. */
  isPopup: boolean
}

interface SummaryView {
  summary: Summary
  choice: Choice
  say: Say
  locale: string
  /** Null without a form, which then has no link. */
  form: object | null
  closed?: ClosedForm | undefined
  /** Null if the shop hides it. */
  button?: WriteButton | null
  key?: string | undefined
}

/** Renders average, count and distribution. Each bar links to its reviews, the chosen one back to all. */
export function summaryHead({ summary, choice, say, locale, form, closed, button, key }: SummaryView): Html {
  const { count, average } = summary
  return html`
    <div class="candor-head">
      <div class="candor-score">
        <span class="candor-average" aria-hidden="true">${rating(average, locale)}</span>
        <div>${stars(average, say('widget.outOf', { rate: rating(average, locale) }))}
          <p class="candor-total">${say('widget.count', { count })}</p></div>
      </div>
      ${histogram({ summary, choice, say, locale, key })}
      ${form && !closed && button !== null && writeLink(say, button, key)}
    </div>`
}

/** Renders the link to the form, which form.css shows while it is the URL's target. A popup opens without a script. */
export function writeLink(say: Say, { text, isPopup }: WriteButton = { text: '', isPopup: false }, key?: string): Html {
  const label = text || say('widget.write')
  return isPopup
    ? html`<button type="button" class="candor-act" popovertarget="${widgetId('write', key)}">${label}</button>`
    : html`<a class="candor-act" href="#${widgetId('write', key)}">${label}</a>`
}

function histogram({ summary, choice, say, locale, key }: Omit<SummaryView, 'form'>): Html {
  return html`<ul class="candor-bars" data-candor-part="bars">${STARS.map((rate) => {
    const count = summary.histogram[rate]
    const chosen = choice.rate === rate
    const inner = html`
      <span class="candor-unseen">${say('widget.rateLink', { stars: rate, count })}</span>
      <span aria-hidden="true">${rate}</span><span class="candor-one" aria-hidden="true"></span>
      <span class="candor-track" aria-hidden="true"><span style="inline-size:${share(count, summary.count)}%"></span></span>
      <span class="candor-bar-count" aria-hidden="true">${countText(count, locale)}</span>`
    return html`<li>${
      count
        ? html`<a class="candor-bar" id="${widgetId(`rate-${rate}`, key)}" href="${buildChoiceQuery({ ...choice, rate: chosen ? null : rate, after: null }, key)}"${chosen && html` aria-current="true"`}>${inner}</a>`
        : html`<span class="candor-bar">${inner}</span>`
    }</li>`
  })}</ul>`
}

/** Returns the percentage, with a visible minimum for bars that count anything. */
const share = (count: number, total: number): number =>
  count ? Math.max(2, Math.round((count / total) * 1000) / 10) : 0
