/**
 * Shows pages, filters and sort orders in place. If a request fails, the browser follows the link or submits the form.
 */
import { ask } from './box.ts'
import { showArrows } from './track.ts'

/** Pending request of each widget: responses may arrive out of order. */
const choices = new WeakMap<HTMLElement, AbortController>()

/** The reader's choice. */
export interface Choice {
  query: string
  /** Appends the next page to the list instead of replacing it. */
  more: boolean
  /** Lets the browser load the page instead. */
  fail(): void
}

/** Shows the reader's choice and aborts a pending one. Ignores a request for the next page while another is pending. */
export async function choose(box: HTMLElement, { query, more, fail }: Choice): Promise<void> {
  const before = choices.get(box)
  if (before && more) return
  before?.abort()
  const choice = new AbortController()
  choices.set(box, choice)
  try {
    await show(box, { query, more }, choice.signal)
  } catch {
    if (!choice.signal.aborted) fail()
  } finally {
    if (choices.get(box) === choice) choices.delete(box)
  }
}

async function show(box: HTMLElement, { query, more }: Omit<Choice, 'fail'>, signal: AbortSignal): Promise<void> {
  const focused = document.activeElement?.id
  const fresh = await ask(box, `${box.dataset['candor']}&${query}`, { signal })
  // An empty response means that the widget was removed, so load the whole page.
  if (!fresh.body.firstElementChild) throw new Error('empty')
  const say = fresh.querySelector<HTMLElement>('[data-candor-say]')?.dataset['candorSay'] ?? ''
  let first: Element | null = null
  if (more) {
    const list = box.querySelector('.candor-reviews')
    const added = [...fresh.querySelectorAll('.candor-review')]
    list?.append(...added)
    box.querySelector('.candor-pager')?.replaceWith(...fresh.querySelectorAll('.candor-pager'))
    box.querySelector('#candor-start')?.remove()
    first = added[0] ?? null
  } else {
    for (const part of fresh.querySelectorAll<HTMLElement>('[data-candor-part]')) {
      box.querySelector(`[data-candor-part=${part.dataset['candorPart']}]`)?.replaceWith(part)
    }
    history.replaceState(history.state, '', addressWith(query))
  }
  // Scroll to a linked review, as without this module.
  const linked = more ? null : box.querySelector('#candor-linked')
  const focus = first ?? linked ?? (focused && box.querySelector(`#${focused}`)) ?? box.querySelector('.candor-filter')
  // Infinite scroll must not move the focus.
  if (focus instanceof HTMLElement && !(more && 'candorEndless' in box.dataset))
    focus.focus({ preventScroll: !more && focus !== linked })
  const live = box.querySelector('[data-candor-live]')
  if (live) live.textContent = say
  showArrows()
}

/** Returns the page's URL with the choice. Keeps other parameters. */
function addressWith(query: string): string {
  const url = new URL(location.href)
  for (const key of [...url.searchParams.keys()]) if (key.startsWith('candor_')) url.searchParams.delete(key)
  new URLSearchParams(query).forEach((value, key) => url.searchParams.set(key, value))
  if (url.searchParams.has('candor_review')) url.hash = 'candor-reviews'
  return url.href
}
