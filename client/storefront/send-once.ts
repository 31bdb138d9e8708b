/**
 * Prevents a double submit of our own pages' forms: buttons are disabled until the next page. The server rejects
 * repeated posts even without this module. A form with files is sent with a progress bar.
 */
type Photos = typeof import('./photos.ts')

const photosOf = ({ dataset }: HTMLInputElement) =>
  import(/* @vite-ignore */ dataset['candorScript'] ?? '') as Promise<Photos>

function setSending(form: HTMLFormElement, sending: boolean): void {
  form.ariaBusy = sending ? 'true' : null
  // After the browser has read the form: it leaves out the value of a disabled button.
  setTimeout(() => {
    for (const button of form.querySelectorAll<HTMLButtonElement>('[type=submit]'))
      button.disabled = form.ariaBusy === 'true'
  })
}

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && 'candorScript' in target.dataset) void photosOf(target)
})

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement)) return
  if (form.ariaBusy === 'true') {
    event.preventDefault()
    return
  }
  const field = [...form.querySelectorAll<HTMLInputElement>('[data-candor-script]')].find(({ files }) => files?.length)
  if (field) {
    event.preventDefault()
    void sendFiles(form, field, new FormData(form, submitter))
  }
  setSending(form, true)
})

/** Sends a form with files and shows the response's page. Without the module, the browser submits the form. */
async function sendFiles(form: HTMLFormElement, field: HTMLInputElement, body: FormData): Promise<void> {
  const lost = form.querySelector<HTMLElement>('.candor-lost')
  if (lost) lost.hidden = true
  const photos = await photosOf(field).catch(() => null)
  if (!photos) {
    form.submit()
    return
  }
  try {
    const answer = await (photos.sender(form) ?? fetch)(form.action, { body })
    setSending(form, true)
    if (answer.url === form.action) show(form, await answer.text())
    // Open the thank-you page that the browser would be redirected to.
    else location.assign(answer.url)
  } catch (reason) {
    setSending(form, false)
    if (lost) lost.hidden = reason instanceof DOMException
  }
}

/** Shows the page of a rejected form. Markup can't fill a file field, so the chosen files and their errors are kept. */
function show(form: HTMLFormElement, text: string): void {
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
  if (!fresh) throw new Error('no page')
  for (const { id } of fresh.querySelectorAll<HTMLInputElement>('[data-candor-script]')) {
    const [chosen, place] = [form, fresh].map((page) => page.querySelector(`#${CSS.escape(id)}`)?.parentElement)
    if (!chosen || !place) continue
    const [hint, other] = [chosen, place].map((each) => each.parentElement?.querySelector('.hint'))
    if (hint) other?.replaceWith(hint)
    place.replaceWith(chosen)
  }
  document.querySelector('main')?.replaceWith(fresh)
  const focus = fresh.querySelector<HTMLElement>(
    '[autofocus],[aria-invalid=true],[aria-describedby$=problem] input,.candor-closed',
  )
  if (focus) focus.focus()
  else scrollTo(0, 0)
}

// The clipboard needs a script and a secure page.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-candor-copy]')) {
  button.hidden = !('clipboard' in navigator)
  button.onclick = () =>
    void navigator.clipboard.writeText(button.dataset['candorCopy'] ?? '').then(() => {
      button.textContent = button.dataset['done'] ?? ''
    })
}

// The Back button restores the page with disabled buttons.
addEventListener('pageshow', () => {
  for (const form of document.forms) setSending(form, false)
})

export {}
