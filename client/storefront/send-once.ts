/**
 * Keeps a form of our own pages from being sent twice by a double tap: its buttons wait for the next page. The server keeps a
 * repeated post from saving twice with or without this module.
 */
function setSending(form: HTMLFormElement, sending: boolean): void {
  form.ariaBusy = sending ? 'true' : null
  for (const button of form.querySelectorAll<HTMLButtonElement>('[type=submit]')) button.disabled = sending
}

document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return
  if (event.target.ariaBusy) event.preventDefault()
  else setSending(event.target, true)
})

// The browser's Back button shows the page as it was left.
addEventListener('pageshow', () => {
  for (const form of document.forms) setSending(form, false)
})

export {}
