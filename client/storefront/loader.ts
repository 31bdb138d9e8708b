/**
 * The live module: makes the links and forms of a review box act in place. All of it works without this module. When a link's
 * request fails, the browser follows the link; when the review form's fails, the form says so and stays.
 */

const parts = '[data-candor-part]'

const boxOf = (node: Element): HTMLElement | null => node.closest('[data-candor]')

/** 1, or -1 in a box that is read from right to left. */
const forward = (box: HTMLElement): number => (box.dir === 'rtl' ? -1 : 1)

const parse = (text: string): Document => new DOMParser().parseFromString(text, 'text/html')

/** Fetches a piece of the page, the box dimmed meanwhile. */
async function ask(box: HTMLElement, address: string, init: RequestInit): Promise<Document> {
  box.ariaBusy = 'true'
  try {
    const answer = await fetch(address, init)
    // A refused form comes back with the reasons in it.
    if (!answer.ok && !(init.method && answer.status < 500 && answer.headers.get('content-type')?.startsWith('text/html'))) throw new Error(answer.statusText)
    return parse(await answer.text())
  } finally {
    if (!init.signal?.aborted) box.ariaBusy = null
  }
}

/** The choice of each box that is being fetched: answers may arrive in another order than they were asked for. */
const choices = new WeakMap<HTMLElement, AbortController>()

interface Choice {
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
async function choose(box: HTMLElement, { query, more, fail }: Choice): Promise<void> {
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
  const fresh = await ask(box, `${box.dataset['candor']}?${query}`, { signal })
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
    for (const part of fresh.querySelectorAll<HTMLElement>(parts)) {
      box.querySelector(`[data-candor-part=${part.dataset['candorPart']}]`)?.replaceWith(part)
    }
    history.replaceState(history.state, '', addressWith(query))
  }
  const focus = first ?? (focused && box.querySelector(`#${focused}`)) ?? box.querySelector('.candor-filter')
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: !more })
  const live = box.querySelector('[data-candor-live]')
  if (live) live.textContent = say
  ready()
}

/** The page's address with the choice in it and everything that is not ours kept. */
function addressWith(query: string): string {
  const url = new URL(location.href)
  for (const key of [...url.searchParams.keys()]) if (key.startsWith('candor_')) url.searchParams.delete(key)
  new URLSearchParams(query).forEach((value, key) => url.searchParams.set(key, value))
  return url.href
}

function queryOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  new FormData(form).forEach((value, key) => typeof value === 'string' && query.set(key, value))
  return query.toString()
}

/** While a form is being sent its button waits; `lost` says that no answer came. */
function mark(form: HTMLFormElement, state: 'sending' | 'lost'): void {
  const [button, note] = [form.querySelector<HTMLButtonElement>('.candor-act'), form.querySelector<HTMLElement>('.candor-lost')]
  if (button) button.disabled = state === 'sending'
  if (note) note.hidden = state === 'sending'
}

/** Sends the review. A repeat after a lost answer carries the same key, by which the server knows what it has saved. */
async function send(box: HTMLElement, form: HTMLFormElement): Promise<void> {
  const key = form.querySelector<HTMLInputElement>('[name=key]')
  if (key) key.value ||= String(crypto.getRandomValues(new Uint32Array(4)))
  const body = new FormData(form)
  mark(form, 'sending')
  const fresh = await ask(box, `${form.action}?part=form`, { method: 'POST', body })
  const answer = fresh.body.firstElementChild
  if (!answer) throw new Error('empty')
  // A file field cannot be filled by markup: the chosen pictures stay.
  const files = form.querySelector('.candor-files')
  if (files) answer.querySelector('.candor-files')?.replaceWith(files)
  form.replaceWith(answer)
  const focus = answer.querySelector('[aria-invalid],[aria-describedby$=problem] input') ?? answer
  if (focus instanceof HTMLElement) focus.focus()
}

/** The picture `by` places from the one shown, round the box's pictures. */
function photo(box: Element, shown: Element | undefined, by: number): void {
  const light = box.querySelector('dialog')
  const old = light?.querySelector('img,video')
  const shots = [...box.querySelectorAll<HTMLAnchorElement>('.candor-shot')]
  const shot = shown && shots.at((shots.indexOf(shown as HTMLAnchorElement) + by) % shots.length)
  if (!light || !old || !shot) return
  const fresh = document.createElement(shot.matches('.candor-film') ? 'video' : 'img')
  fresh.src = shot.href
  fresh.ariaLabel = shot.ariaLabel ?? shot.querySelector('img')?.alt ?? null
  if ('controls' in fresh) fresh.controls = true
  old.replaceWith(fresh)
  current = shot
  for (const arrow of light.querySelectorAll<HTMLElement>('.candor-arrow')) arrow.hidden = shots.length < 2
  if (!light.open) light.showModal()
}

let current: Element | undefined

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const box = target && boxOf(target)
  if (!box || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
  const link = target.closest<HTMLAnchorElement>('a[href*="candor_"]')
  const shot = target.closest('.candor-shot')
  const turn = target.closest<HTMLElement>('[data-candor-photo]')
  const move = target.closest<HTMLElement>('[data-candor-move]')
  if (link) {
    event.preventDefault()
    void choose(box, { query: link.search.slice(1), more: 'candorMore' in link.dataset, fail: () => location.assign(link.href) })
  } else if (shot && box.querySelector('dialog')) {
    event.preventDefault()
    photo(box, shot, 0)
  } else if (turn) photo(box, current, Number(turn.dataset['candorPhoto']))
  else if (move) {
    const track = box.querySelector('.candor-track-x')
    track?.scrollBy({ left: track.clientWidth * 0.8 * forward(box) * Number(move.dataset['candorMove']) })
  } else if (target instanceof HTMLDialogElement) target.close()
})

document.addEventListener('keydown', (event) => {
  const light = event.target instanceof Element && event.target.closest('.candor-light')
  const box = light && boxOf(light)
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  // A video's own arrows wind it.
  if (box && by && !(event.target instanceof HTMLVideoElement)) photo(box, current, by * forward(box))
})

document.addEventListener('close', ({ target }) => {
  if (target instanceof Element) target.querySelector('video')?.pause()
}, true)

document.addEventListener('change', (event) => {
  // What shows and checks chosen files comes with the first of them; once there, it listens itself.
  const field = event.target instanceof HTMLInputElement && event.target.dataset['candorScript']
  if (field) void import(/* @vite-ignore */ field)
  if (event.target instanceof HTMLSelectElement && event.target.id === 'candor-sort') event.target.form?.requestSubmit()
})

document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null
  const box = form && boxOf(form)
  if (!box || form.method === 'dialog') return
  event.preventDefault()
  if (form.method === 'get') void choose(box, { query: queryOf(form), more: false, fail: () => form.submit() })
  else if (!form.querySelector('.candor-act:disabled')) send(box, form).catch(() => mark(form, 'lost'))
})

function ready(): void {
  for (const arrows of document.querySelectorAll<HTMLElement>('.candor-arrows')) arrows.hidden = false
}

ready()
