/** Opens photos in the viewer and the report form. Loads both at the first use; without them the links open pages. */
import { readClick } from './box.ts'

export function openShots(): void {
  document.addEventListener('click', (event) => {
    const { target, box } = readClick(event) ?? {}
    const link = target?.closest<HTMLAnchorElement>('.candor-shot,[data-candor-report]')
    if (!link || !box?.querySelector('dialog')) return
    event.preventDefault()
    import('./lightbox.ts').then(({ open }) => open(box, link)).catch(() => location.assign(link.href))
  })
}
