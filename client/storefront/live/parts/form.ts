/** Sends a review without leaving the page. When the request fails, the form says so and stays. */
import { ask, findBox } from './box.ts'

/** What shows and checks chosen files, and sends them with a progress bar. It comes with the first of them; once there, it listens itself. */
let files: Promise<typeof import('../../photos.ts')> | undefined

/** While a form is being sent its button waits; `lost` says that no answer came. */
function mark(form: HTMLFormElement, state: 'sending' | 'lost' | 'stopped'): void {
  const [button, note] = [
    form.querySelector<HTMLButtonElement>('.candor-act'),
    form.querySelector<HTMLElement>('.candor-lost'),
  ]
  if (button) button.disabled = state === 'sending'
  if (note) note.hidden = state !== 'lost'
}

/** Sends the review. A repeat after a lost answer carries the same key, by which the server knows what it has saved. */
async function send(box: HTMLElement, form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const key = form.querySelector<HTMLInputElement>('[name=key]')
  if (key) key.value ||= String(crypto.getRandomValues(new Uint32Array(4)))
  // A vote is the name of its button.
  const body = new FormData(form, button)
  mark(form, 'sending')
  // Files of a page whose connection was lost for a moment are sent without the bar.
  const photos = await files?.catch(() => null)
  const fresh = await ask(box, `${form.action}?part=form`, { method: 'POST', body, send: photos?.sender(form) })
  const answer = fresh.body.firstElementChild
  if (!answer) throw new Error('empty')
  // A file field cannot be filled by markup: the chosen pictures stay.
  const chosen = form.querySelector('.candor-files')
  if (chosen) answer.querySelector('.candor-files')?.replaceWith(chosen)
  form.replaceWith(answer)
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
