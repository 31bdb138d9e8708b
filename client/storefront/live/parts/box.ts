/** The widget that an element belongs to. */
export const findBox = (node: Element): HTMLElement | null => node.closest('[data-candor]')

/** 1, or -1 in a widget that is read from right to left. */
export const forward = (box: HTMLElement): number => (box.dir === 'rtl' ? -1 : 1)

/** The element and its widget of a plain click; null for a click that opens a tab or window, or that is elsewhere. */
export function readClick(event: MouseEvent): { target: Element; box: HTMLElement } | null {
  const target = event.target instanceof Element ? event.target : null
  const box = target && findBox(target)
  return !box || event.ctrlKey || event.metaKey || event.shiftKey || event.button ? null : { target, box }
}

/** Sends a request as `fetch` does. */
export type Send = (address: string, init: RequestInit) => Promise<Response>

/** Fetches a piece of the page and dims the widget until it is there. `send` is asked in place of `fetch`. */
export async function ask(
  box: HTMLElement,
  address: string,
  { send = fetch, ...init }: RequestInit & { send?: Send | undefined },
): Promise<Document> {
  box.ariaBusy = 'true'
  try {
    const answer = await send(address, init)
    // A refused form comes back with the reasons in it.
    if (
      !answer.ok &&
      !(init.method && answer.status < 500 && answer.headers.get('content-type')?.startsWith('text/html'))
    )
      throw new Error(answer.statusText)
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  } finally {
    if (!init.signal?.aborted) box.ariaBusy = null
  }
}
