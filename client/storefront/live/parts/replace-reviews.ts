/**
 * Shows pages, filters and sort orders in place. If a request fails, the browser follows the link or submits the form.
 */
import { ask } from './box.ts'

/** Pending request of each widget: responses may arrive out of order. */
const choices = new WeakMap<HTMLElement, AbortController>()

/** The reader's choice. */
export interface Choice {
  query: string
  /** Appends the next page to the list instead of replacing it. */
  more: boolean
  /** The page's URL already has the choice, and the focus stays. */
  isFollowing?: boolean
  /** Lets the browser load the page instead. */
  fail(): void
}

/** Shows the reader's choice and aborts a pending one. Ignores a request for the next page while another is pending. */
export async function choose(box: HTMLElement, choice: Choice): Promise<void> {
  const before = choices.get(box)
  if (before && choice.more) return
  before?.abort()
  const pending = new AbortController()
  choices.set(box, pending)
  try {
    await show(box, choice, pending.signal)
  } catch {
    if (!pending.signal.aborted) choice.fail()
  } finally {
    if (choices.get(box) === pending) choices.delete(box)
  }
}

async function show(box: HTMLElement, { query, more, isFollowing }: Choice, signal: AbortSignal): Promise<void> {
  const focused = document.activeElement
  const hadFocus = box.contains(focused)
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
    box.querySelector('[id$=start]')?.remove()
    first = added[0] ?? null
  } else {
    for (const part of fresh.querySelectorAll<HTMLElement>('[data-candor-part]')) {
      box.querySelector(`[data-candor-part=${part.dataset['candorPart']}]`)?.replaceWith(part)
    }
    if (!isFollowing) history.pushState(history.state, '', addressWith(query, box.id))
  }
  // Scroll to a linked review, as without this module.
  const linked = more ? null : box.querySelector('.candor-linked')
  const known = focused?.id ? box.querySelector(`#${CSS.escape(focused.id)}`) : null
  const focus = first ?? linked ?? known ?? box.querySelector('.candor-filter')
  // Infinite scroll must not move the focus, except from a replaced link.
  const isLost = hadFocus && !focused?.isConnected
  if (focus instanceof HTMLElement && (isLost || (more ? !('candorEndless' in box.dataset) : linked || !isFollowing)))
    focus.focus({ preventScroll: !more && focus !== linked })
  const live = box.querySelector('[data-candor-live]')
  // The focus moves to the added reviews, whose page's number would not be that of the list.
  if (live && !more) live.textContent = say
}

/** Returns the page's URL with the choice. Keeps other parameters. The fragment names the box. */
function addressWith(query: string, id: string): string {
  const url = new URL(location.href)
  for (const key of [...url.searchParams.keys()]) if (key.startsWith('candor_')) url.searchParams.delete(key)
  new URLSearchParams(query).forEach((value, key) => url.searchParams.set(key, value))
  url.hash = id
  return url.href
}
