/** Opens a photo's link in the viewer, which is fetched with the first. Without it the link opens the photo. */
import { clicked } from './box.ts'

document.addEventListener('click', (event) => {
  const { target, box } = clicked(event) ?? {}
  const shot = target?.closest<HTMLAnchorElement>('.candor-shot')
  if (!shot || !box?.querySelector('dialog')) return
  event.preventDefault()
  import('./light.ts').then(({ openPhoto }) => openPhoto(box, shot), () => location.assign(shot.href))
})
