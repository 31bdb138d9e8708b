import './dialogs.ts'

/** Returns the widget that contains an element. */
export const findBox = (node: Element): HTMLElement | null => node.closest('[data-candor]')

/** Returns 1, or -1 in a right-to-left widget. */
export const forward = (box: HTMLElement): number => (box.dir === 'rtl' ? -1 : 1)

/** Returns the element and widget of a plain click. Null for other clicks, such as those that open a tab. */
export function readClick(event: MouseEvent): { target: Element; box: HTMLElement } | null {
  const target = event.target instanceof Element ? event.target : null
  const box = target && findBox(target)
  return !box || event.ctrlKey || event.metaKey || event.shiftKey || event.button ? null : { target, box }
}

/** Sends a request like `fetch`. */
export type Send = (address: string, init: RequestInit) => Promise<Response>

const answerMs = 30_000

/** Sends a request like `fetch`. @throws Error without a response in time */
const sendInTime: Send = (address, init) =>
  Promise.race([
    fetch(address, init),
    new Promise<never>((_, fail) => setTimeout(fail, answerMs, new Error('timeout'))),
  ])

/** Returns the address that answers with a fragment instead of a page. */
export const asPart = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}part=form`

/** Fetches a part of the page and dims the widget until it arrives. `send` replaces `fetch`. */
export async function ask(
  box: HTMLElement,
  address: string,
  { send = sendInTime, ...init }: RequestInit & { send?: Send | undefined },
): Promise<Document> {
  box.ariaBusy = 'true'
  try {
    const answer = await send(address, init)
    // A rejected form is returned with its errors.
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
