/** The viewer of a widget's photos and videos. Without it a photo's link opens the photo. */
import { boxOf, clicked, forward } from './box.ts'

/** Opens the viewer at a photo's link. */
export const openPhoto = (box: Element, shot: Element): void => photo(box, shot, 0)

let current: Element | undefined

/** The picture `by` places from the one shown, round the widget's pictures. */
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

document.addEventListener('click', (event) => {
  const { target, box } = clicked(event) ?? {}
  if (!target || !box) return
  const turn = target.closest<HTMLElement>('[data-candor-photo]')
  if (turn) photo(box, current, Number(turn.dataset['candorPhoto']))
  else if (target instanceof HTMLDialogElement) target.close()
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
