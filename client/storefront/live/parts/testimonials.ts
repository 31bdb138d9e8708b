/** Advances to the next testimonial, unless the shopper reads, has paused it, or prefers reduced motion. */
import { forward } from './box.ts'
import { each } from './each.ts'

const playing = new WeakSet<Element>()

function play(box: HTMLElement): void {
  const [track, pause] = [
    box.querySelector('.candor-track-x'),
    box.querySelector<HTMLButtonElement>('[data-candor-pause]'),
  ]
  if (!track || !pause || matchMedia('(prefers-reduced-motion:reduce)').matches) return
  pause.hidden = false
  if (playing.has(pause)) return
  playing.add(pause)
  pause.onclick = () => {
    pause.ariaPressed = String(pause.ariaPressed !== 'true')
  }
  const timer = setInterval(
    () => {
      if (!track.isConnected) clearInterval(timer)
      if (pause.ariaPressed === 'true' || document.hidden || box.matches(':hover,:has(:focus-visible)')) return
      const isLast = Math.abs(track.scrollLeft) + track.clientWidth > track.scrollWidth - 9
      track.scrollBy({ left: isLast ? -track.scrollLeft : track.clientWidth * 0.8 * forward(box) })
    },
    Number(box.dataset['candorSeconds']) * 1000,
  )
}

export const playTestimonials = (): void => each('[data-candor-seconds]', play)
