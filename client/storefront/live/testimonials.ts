/** Advances to the next testimonial, unless the shopper reads, has paused it, or prefers reduced motion. */
import { forward } from './parts/box.ts'
import './parts/track.ts'

for (const box of document.querySelectorAll<HTMLElement>('[data-candor-seconds]')) {
  const [track, pause] = [
    box.querySelector('.candor-track-x'),
    box.querySelector<HTMLButtonElement>('[data-candor-pause]'),
  ]
  if (!track || !pause || matchMedia('(prefers-reduced-motion:reduce)').matches) continue
  pause.hidden = false
  pause.onclick = () => {
    pause.ariaPressed = String(pause.ariaPressed !== 'true')
  }
  setInterval(
    () => {
      if (pause.ariaPressed === 'true' || document.hidden || box.matches(':hover,:has(:focus-visible)')) return
      const isLast = Math.abs(track.scrollLeft) + track.clientWidth > track.scrollWidth - 9
      track.scrollBy({ left: isLast ? -track.scrollLeft : track.clientWidth * 0.8 * forward(box) })
    },
    Number(box.dataset['candorSeconds']) * 1000,
  )
}
