/** Pages, filters and orders of reviews in place. When a request fails, the browser follows the link or sends the form. */
import { ask } from './box.ts'
import { showArrows } from './track.ts'

/** The choice of each widget that is being fetched: answers may arrive in another order than they were asked for. */
const choices = new WeakMap<HTMLElement, AbortController>()

/** What a reader asked for. */
export interface Choice {
  query: string
  /** The next page is added to the list; anything else replaces it. */
  more: boolean
  /** Does without this module what could not be fetched. */
  fail(): void
}

/**
 * Shows the reader's choice. A newer choice ends an older one; the next page of a list that is about to be replaced, or that is on
 * its way already, is not asked for.
 */
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
  // An empty fragment says that the widget is gone: the shop's page knows more.
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
  // A link to a review leads there, as it does without this module.
  const linked = more ? null : box.querySelector('#candor-linked')
  const focus = first ?? linked ?? (focused && box.querySelector(`#${focused}`)) ?? box.querySelector('.candor-filter')
  // Infinite scroll must not move the focus.
  if (focus instanceof HTMLElement && !(more && 'candorEndless' in box.dataset))
    focus.focus({ preventScroll: !more && focus !== linked })
  const live = box.querySelector('[data-candor-live]')
  if (live) live.textContent = say
  showArrows()
}

/** The page's address with the choice in it and everything that is not ours kept. */
function addressWith(query: string): string {
  const url = new URL(location.href)
  for (const key of [...url.searchParams.keys()]) if (key.startsWith('candor_')) url.searchParams.delete(key)
  new URLSearchParams(query).forEach((value, key) => url.searchParams.set(key, value))
  if (url.searchParams.has('candor_review')) url.hash = 'candor-reviews'
  return url.href
}
