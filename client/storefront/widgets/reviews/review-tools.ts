import { widgetId } from '../ids.ts'
import { buildChoiceQuery } from '../address.ts'
import { html, type Html } from '../html.ts'
import { isNarrowed, SORTS, type PageView } from '../shown.ts'

type ToolsView = Pick<PageView, 'choice' | 'say' | 'reading' | 'reviews' | 'next' | 'summary' | 'key'>

/** Returns the number of matching reviews as text; exact only if the summary or a last page has it. */
export function foundText({ choice, say, reviews, next, summary }: ToolsView): string {
  if (!isNarrowed(choice))
    return say('widget.count', { count: choice.rate ? summary.histogram[choice.rate] : summary.count })
  return say(next || choice.after ? 'widget.foundMore' : 'widget.found', { count: reviews.length })
}

/** Renders the current choice, with a link back to all reviews. */
export function shownLine(view: ToolsView): Html {
  const { choice, say, key } = view
  const text = isNarrowed(choice)
    ? foundText(view)
    : choice.rate
      ? say('widget.rateLink', { stars: choice.rate, count: view.summary.histogram[choice.rate] })
      : ''
  return html`<p class="candor-filter${!text && ' candor-unseen'}" tabindex="-1">${
    text
      ? html`<b>${text}</b> <a class="candor-link" href="${buildChoiceQuery({ sort: choice.sort, rate: null, after: null }, key)}">${say('widget.showAll')}</a>`
      : say('widget.all')
  }</p>`
}

/** Renders one form for search, filters and sort order, so that each keeps the others: a GET without a script. */
export function reviewTools({ choice, say, reading, key }: ToolsView): Html {
  return html`
    <form class="candor-sorting" method="get" action="#${widgetId('reviews', key)}" role="search" aria-label="${say('widget.filters')}">
      ${choice.rate && html`<input type="hidden" name="candor_rate" value="${choice.rate}">`}
      ${
        reading &&
        html`
        <input class="candor-search" type="search" id="${widgetId('q', key)}" name="candor_q" maxlength="100" value="${choice.search ?? ''}" placeholder="${say('widget.search')}" aria-label="${say('widget.search')}" enterkeyhint="search">
        <div class="candor-chips">${check('media', 'widget.withMedia', { choice, say, key })}${check('verified', 'widget.onlyVerified', { choice, say, key })}
        ${select('language', {
          key,
          any: say('widget.anyLanguage'),
          label: say('widget.language'),
          chosen: choice.language,
          options: reading.languages.map(({ tag, name }) => [tag, name]),
        })}
        ${select('variant', {
          key,
          any: say('widget.anyVariant'),
          label: say('widget.variant'),
          chosen: choice.variant,
          options: reading.variants.map((variant) => [variant, variant]),
        })}</div>`
      }
      <select class="candor-select" id="${widgetId('sort', key)}" name="candor_sort" aria-label="${say('widget.sort')}">${SORTS.map(
        (sort) => html`
        <option value="${sort}"${choice.sort === sort && html` selected`}>${say(`widget.sort.${sort}`)}</option>`,
      )}
      </select>
      <noscript><button class="candor-quiet">${say('widget.apply')}</button></noscript>
    </form>`
}

function check(
  name: 'media' | 'verified',
  word: 'widget.withMedia' | 'widget.onlyVerified',
  { choice, say, key }: Pick<ToolsView, 'choice' | 'say' | 'key'>,
): Html {
  return html`<label class="candor-check candor-quiet"><input type="checkbox" class="candor-unseen" id="${widgetId(name, key)}" name="candor_${name}" value="1"${choice[name] === true && html` checked`}>${say(word)}</label>`
}

interface Select {
  key: string | undefined
  any: string
  label: string
  chosen: string | null | undefined
  options: readonly (readonly [value: string, name: string])[]
}

/** Renders a menu. Keeps the chosen option even if no review has it. */
function select(name: string, { key, any, label, chosen, options }: Select): Html | false {
  const known = options.some(([value]) => value === chosen)
  const all = chosen && !known ? [...options, [chosen, chosen] as const] : options
  if (all.length < 2 && !chosen) return false
  return html`<select class="candor-select" id="${widgetId(name, key)}" name="candor_${name}" aria-label="${label}"><option value="">${any}</option>${all.map(([value, text]) => html`<option dir="auto" value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select>`
}

/** Replaces the list if no review matches. */
export function noMatch({ choice, say, key }: Pick<ToolsView, 'choice' | 'say' | 'key'>): Html {
  return html`<div class="candor-empty"><p><strong>${say('widget.noMatch')}</strong></p><p><a class="candor-quiet" href="${buildChoiceQuery({ sort: choice.sort, rate: null, after: null }, key)}">${say('widget.allReviews')}</a></p></div>`
}
