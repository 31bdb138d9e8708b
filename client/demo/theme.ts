/** Script of the stand-in theme: quick view and section rendering, as real themes do them. */

document.documentElement.className = 'js'

/** Fetches a section of another page. */
async function sectionOf(url: string, id: string): Promise<string> {
  const answer = await fetch(`${url}?section_id=${id}`)
  if (!answer.ok) throw new Error(answer.statusText)
  return answer.text()
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-quick-view]')
  const dialog = document.querySelector<HTMLDialogElement>('.quick-view')
  const place = dialog?.querySelector('div')
  if (!button || !dialog || !place) return
  void sectionOf(button.dataset['quickView'] ?? '', 'quick-view').then((text) => {
    place.innerHTML = text
    dialog.showModal()
  })
})

// A variant renders its section again, without an event, as most themes do.
document.addEventListener('change', (event) => {
  const field = event.target instanceof Element && event.target.closest<HTMLSelectElement>('[data-variant]')
  const section = field && field.closest<HTMLElement>('[data-section]')
  const url = section && section.querySelector<HTMLElement>('[data-url]')?.dataset['url']
  if (!section || !url) return
  const { value } = field
  void sectionOf(url, section.dataset['section'] ?? '').then((text) => {
    const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-section]')
    if (!fresh) return
    section.innerHTML = fresh.innerHTML
    const again = section.querySelector<HTMLSelectElement>('[data-variant]')
    if (again) again.value = value
  })
})
