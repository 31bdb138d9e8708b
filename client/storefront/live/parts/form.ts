/** Sends a review without leaving the page. If the request fails, the form stays and says so. */
import { ask, findBox } from './box.ts'

/** Module that shows, checks and uploads files. Loaded with the first file; it then adds its own listeners. */
let files: Promise<typeof import('../../photos.ts')> | undefined

/** Disables the button while sending; `lost`: there was no response. */
function mark(form: HTMLFormElement, state: 'sending' | 'lost' | 'stopped'): void {
  const [button, note] = [
    form.querySelector<HTMLButtonElement>('.candor-act'),
    form.querySelector<HTMLElement>('.candor-lost'),
  ]
  if (button) button.disabled = state === 'sending'
  if (note) note.hidden = state !== 'lost'
}

/** Sends the review. A retry after a lost response has the same key, so the server saves it only once. */
async function send(box: HTMLElement, form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const key = form.querySelector<HTMLInputElement>('[name=key]')
  if (key) key.value ||= String(crypto.getRandomValues(new Uint32Array(4)))
  // A vote is sent as its button's name.
  const body = new FormData(form, button)
  mark(form, 'sending')
  // Without the module, send files without a progress bar.
  const photos = await files?.catch(() => null)
  const fresh = await ask(box, `${form.action}?part=form`, { method: 'POST', body, send: photos?.sender(form) })
  const answer = fresh.body.firstElementChild
  if (!answer) throw new Error('empty')
  // Markup can't fill a file field, so keep the chosen pictures.
  const chosen = form.querySelector('.candor-files')
  if (chosen) answer.querySelector('.candor-files')?.replaceWith(chosen)
  form.replaceWith(answer)
  const copy = answer.querySelector<HTMLElement>('[data-candor-copy]')
  if (copy) {
    copy.hidden = false
    copy.onclick = () =>
      void navigator.clipboard
        .writeText(copy.dataset['candorCopy'] ?? '')
        .then(() => copy.replaceChildren(copy.dataset['done'] ?? ''))
  }
  const focus = answer.querySelector('[aria-invalid],[aria-describedby$=problem] input,[aria-pressed=true]') ?? answer
  if (focus instanceof HTMLElement) focus.focus()
}

document.addEventListener('change', ({ target }) => {
  const field = target instanceof HTMLInputElement && target.dataset['candorScript']
  if (field) files ??= import(/* @vite-ignore */ field)
})

document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null
  const box = form && findBox(form)
  if (!box || form.method !== 'post') return
  event.preventDefault()
  if (!form.querySelector('.candor-act:disabled'))
    send(box, form, event.submitter).catch((reason: unknown) =>
      mark(form, reason instanceof DOMException ? 'stopped' : 'lost'),
    )
})
