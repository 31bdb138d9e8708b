/** Loads the viewer of photos and the form of reports with the first click on one, and repeats the click then. */
import { clicked } from './box.ts'

let isLoaded = false

document.addEventListener('click', (event) => {
  const { target, box } = clicked(event) ?? {}
  const link = target?.closest<HTMLAnchorElement>('.candor-shot,[data-candor-report]')
  const file = box?.querySelector('dialog')?.dataset['candorScript']
  if (!link || !file || isLoaded) return
  event.preventDefault()
  import(/* @vite-ignore */ file).then(() => {
    isLoaded = true
    link.click()
  }, () => location.assign(link.href))
})
