/** Sends a review without leaving the page. Loads the module that does so at the first use. */
import type { Files } from './send-form.ts'
import { findBox } from './box.ts'

/** Loaded with the first file; the module then adds its own listeners. */
let files: Files | undefined

export function sendForms(): void {
  document.addEventListener('change', ({ target }) => {
    const field = target instanceof HTMLInputElement && target.dataset['candorScript']
    if (field) files ??= import(/* @vite-ignore */ field)
  })
  document.addEventListener('submit', (event) => {
    const { target: form, submitter: button } = event
    const box = form instanceof HTMLFormElement && form.method === 'post' && findBox(form)
    if (!box) return
    event.preventDefault()
    import('./send-form.ts').then(({ sendForm }) => sendForm(form, { box, button, files })).catch(() => form.submit())
  })
}
