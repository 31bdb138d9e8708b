/** Shows pages, filters and sort orders in place. Loads the module that does so at the first use. */
import type { Choice } from './replace-reviews.ts'
import { findBox, readClick } from './box.ts'
import { each } from './each.ts'

/** What each box shows, as parameters of the page's URL. */
const shown = new WeakMap<Element, string>()

/** Without the module, the browser follows the link or submits the form. */
function choose(box: HTMLElement, choice: Choice): void {
  if (!choice.more) shown.set(box, choice.query)
  import('./replace-reviews.ts')
    .then((pages) => pages.choose(box, choice))
    .then(() => {
      last = queryOfPage()
    })
    .catch(choice.fail)
}

/** Returns the choice in the page's URL if its fragment names this box, or no box. */
function queryFor(box: Element): string {
  const [named, boxes] = [document.getElementById(location.hash.slice(1)), document.querySelectorAll(listBoxes)]
  const isMeant = [...boxes].some((each) => each.contains(named)) ? box.contains(named) : box === boxes[0]
  return isMeant ? queryOfPage() : ''
}

const queryOfPage = (): string => (location.search.match(/candor_\w+=[^&]*/g) ?? []).join('&')
let last = queryOfPage()

/** Widgets whose links change the page's URL. */
const listBoxes = '[data-candor][id$=reviews]'

/** Shows the choice of the page's URL in a box that has another one. */
function follow(box: HTMLElement): void {
  const query = queryFor(box)
  // A theme's page without an answer keeps its first reviews.
  if (query !== shown.get(box)) choose(box, { query, more: false, isFollowing: true, fail: () => undefined })
}

export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const { target, box } = readClick(event) ?? {}
    const link = target?.closest<HTMLAnchorElement>('a[href*="candor_"]:not(.candor-shot)')
    if (!box || !link) return
    event.preventDefault()
    choose(box, {
      query: link.search.slice(1),
      more: 'candorMore' in link.dataset,
      fail: () => location.assign(link.href),
    })
  })
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof Element && target.closest<HTMLFormElement>('.candor-sorting')
    if (!form) return
    // Safari 15 can only submit without the event.
    if (typeof form.requestSubmit === 'function') form.requestSubmit()
    else HTMLFormElement.prototype.submit.call(form)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null
    const box = form && findBox(form)
    if (!box || form.method !== 'get') return
    event.preventDefault()
    const query = queryOf(form)
    // Enter in the search field reports a change and a submit.
    if (query !== shown.get(box)) choose(box, { query, more: false, fail: () => form.submit() })
  })
  addEventListener('popstate', () => {
    // Links to a fragment move no choice from one box to another.
    if (last !== (last = queryOfPage())) document.querySelectorAll<HTMLElement>(listBoxes).forEach(follow)
  })
  each(listBoxes, (box) => {
    if (shown.has(box)) return
    // A theme's HTML always has the first page; the server's has the choice of the URL.
    shown.set(box, box.dataset['candor']?.startsWith('/') ? '' : queryFor(box))
    follow(box)
  })
}

function queryOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  new FormData(form).forEach((value, key) => typeof value === 'string' && value && query.set(key, value))
  return query.toString()
}
