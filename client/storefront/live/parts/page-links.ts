/** Loads the module that shows pages, filters and sort orders in place, at the first use. */
import type { Choice } from './replace-reviews.ts'
import { findBox, readClick } from './box.ts'

/** Without the module, the browser follows the link or submits the form. */
function choose(box: HTMLElement, choice: Choice): void {
  import('./replace-reviews.ts').then((pages) => pages.choose(box, choice)).catch(choice.fail)
}

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
  if (target instanceof Element) target.closest<HTMLFormElement>('.candor-sorting')?.requestSubmit()
})

document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null
  const box = form && findBox(form)
  if (!box || form.method !== 'get') return
  event.preventDefault()
  choose(box, { query: queryOf(form), more: false, fail: () => form.submit() })
})

function queryOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  new FormData(form).forEach((value, key) => typeof value === 'string' && value && query.set(key, value))
  return query.toString()
}
