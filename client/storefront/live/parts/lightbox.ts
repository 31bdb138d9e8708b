/** The photo and video viewer with the review, and the report form. Without it their links open pages. */
import { ask, asPart, findBox, readClick, forward } from './box.ts'

let current: HTMLAnchorElement | undefined

/** Loads the styles of this module, once. */
let styles: Promise<unknown> | undefined
const loadStyles = (box: Element): Promise<unknown> =>
  (styles ??= new Promise((done) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = box.querySelector<HTMLElement>('.candor-light')?.dataset['candorStyle'] ?? ''
    link.onload = link.onerror = done
    document.head.append(link)
  }))

/** Returns the photos to page through: those of the wall, or those of the reviews. */
const listSiblingShots = (box: Element, shot: Element): HTMLAnchorElement[] =>
  [...box.querySelectorAll<HTMLAnchorElement>('.candor-shot')].filter(
    (each) => !each.closest('.candor-wall') === !shot.closest('.candor-wall'),
  )

/** Shows the picture `by` places away, wrapping around. Its thumbnail stands in until it has loaded. */
async function show(box: HTMLElement, from: HTMLAnchorElement, by: number): Promise<void> {
  const light = box.querySelector<HTMLDialogElement>('.candor-light')
  const shots = listSiblingShots(box, from)
  const at = (shots.indexOf(from) + by + shots.length) % shots.length
  const shot = shots[at]
  if (!light || !shot) return
  current = shot
  await loadStyles(box)
  from.ariaBusy = null
  if (current !== shot) return
  const thumb = shot.querySelector('img')
  const source = shot.dataset['candorSrc'] ?? shot.href
  const fresh = document.createElement(shot.matches('.candor-film') ? 'video' : 'img')
  fresh.ariaLabel = shot.ariaLabel ?? thumb?.alt ?? null
  if ('controls' in fresh) {
    fresh.controls = true
    fresh.src = source
  } else {
    fresh.src = thumb?.currentSrc ?? source
    const large = new Image()
    large.onload = () => {
      fresh.src = source
    }
    large.src = source
  }
  light.querySelector('img,video')?.replaceWith(fresh)
  const count = light.querySelector('.candor-count')
  if (count) count.textContent = `${at + 1} / ${shots.length}`
  for (const part of light.querySelectorAll<HTMLElement>('.candor-arrow,.candor-count')) part.hidden = shots.length < 2
  if (!light.open) {
    light.showModal()
    // A phone's Back closes the viewer.
    history.pushState({ ...history.state, candor: 1 }, '')
  }
  const beside = light.querySelector('.candor-beside')
  beside?.replaceChildren()
  const review = await reviewOf(box, shot).catch(() => null)
  if (review && current === shot) beside?.replaceChildren(review)
}

/** Returns a picture's review without pictures, buttons and link note, or null if it has no review. */
async function reviewOf(box: HTMLElement, shot: HTMLAnchorElement): Promise<HTMLElement | null> {
  const id = shot.dataset['candorOf']
  let found = shot.closest('.candor-review')?.querySelector('.candor-what')?.parentElement ?? null
  if (id) {
    const answer = await fetch(`${box.dataset['candor']}&candor_review=${id}`)
    found = new DOMParser()
      .parseFromString(await answer.text(), 'text/html')
      .querySelector('.candor-linked .candor-article')
  }
  const copy = found?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return null
  for (const part of copy.querySelectorAll('.candor-what>.candor-note,.candor-shots,.candor-foot,.candor-report'))
    part.remove()
  return copy
}

/** Opens or closes the report form below its review. */
async function report(box: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const foot = link.closest('.candor-foot')
  const open = foot?.nextElementSibling
  if (open) {
    open.remove()
    return
  }
  await loadStyles(box)
  const form = (await ask(box, asPart(link.href), {})).body.firstElementChild
  if (!form) throw new Error('empty')
  foot?.after(form)
  form.querySelector('select')?.focus()
}

/** Opens a widget's link: a photo or the report form. */
export const open = (box: HTMLElement, link: HTMLAnchorElement): Promise<void> =>
  link.matches('.candor-shot') ? show(box, link, 0) : report(box, link)

document.addEventListener('click', (event) => {
  const { target, box } = readClick(event) ?? {}
  if (!target || !box) return
  const photoButton = target.closest<HTMLElement>('[data-candor-photo]')
  if (photoButton && current) void show(box, current, Number(photoButton.dataset['candorPhoto']))
  else if (target.matches('dialog.candor-light')) (target as HTMLDialogElement).close()
})

/** Moves the viewer of an event by some pictures. A video's own controls take precedence. */
function turnBy(event: Event, by: number): void {
  const light = event.target instanceof Element && event.target.closest('.candor-light')
  const box = light && findBox(light)
  if (box && by && current && !(event.target instanceof HTMLVideoElement)) void show(box, current, by * forward(box))
}

document.addEventListener('keydown', (event) => turnBy(event, { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0))

let touched = 0
document.addEventListener(
  'touchstart',
  (event) => {
    // Two fingers zoom, and one moves a zoomed page.
    const isSwipe = event.touches.length === 1 && !(visualViewport && visualViewport.scale > 1)
    touched = isSwipe ? (event.touches[0]?.clientX ?? 0) : NaN
  },
  { passive: true },
)
document.addEventListener('touchend', (event) => {
  const moved = (event.changedTouches[0]?.clientX ?? 0) - touched
  if (Math.abs(moved) > 60) turnBy(event, moved < 0 ? 1 : -1)
})

document.addEventListener(
  'close',
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches('.candor-light')) return
    target.querySelector('video')?.pause()
    if ((history.state as { candor?: number } | null)?.candor) history.back()
  },
  true,
)

addEventListener('popstate', () => document.querySelector<HTMLDialogElement>('.candor-light[open]')?.close())
