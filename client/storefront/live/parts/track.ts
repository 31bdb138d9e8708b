/** Arrows that scroll a row of cards. Hidden until this module has loaded. */
import { readClick, forward } from './box.ts'
import { each } from './each.ts'

export function moveTracks(): void {
  document.addEventListener('click', (event) => {
    const { target, box } = readClick(event) ?? {}
    const move = target?.closest<HTMLElement>('[data-candor-move]')
    const track = box?.querySelector('.candor-track-x')
    if (box && move)
      track?.scrollBy({ left: track.clientWidth * 0.8 * forward(box) * Number(move.dataset['candorMove']) })
  })
  each('.candor-arrows[hidden]', (arrows) => {
    arrows.hidden = false
  })
}
