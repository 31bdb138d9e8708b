/** Sends a review or vote. If the request fails, the form stays and says so. */
import { ask, asPart } from './box.ts'
import { emit } from './each.ts'

/** Module that shows, checks and uploads files. */
export type Files = Promise<typeof import('../../photos.ts')>

/** Disables the button while sending; `lost`: there was no response. */
function mark(form: HTMLFormElement, state: 'sending' | 'lost' | 'stopped'): void {
  const [button, note] = [
    form.querySelector<HTMLButtonElement>('.candor-act'),
    form.querySelector<HTMLElement>('.candor-lost'),
  ]
  if (button) button.disabled = state === 'sending'
  if (note) note.hidden = state !== 'lost'
}

interface Sending {
  box: HTMLElement
  button: HTMLElement | null
  files: Files | undefined
}

/** Sends the review. A retry after a lost response has the same key, so the server saves it only once. */
async function send(form: HTMLFormElement, { box, button, files }: Sending): Promise<void> {
  const key = form.querySelector<HTMLInputElement>('[name=key]')
  if (key) key.value ||= String(crypto.getRandomValues(new Uint32Array(4)))
  // A vote is sent as its button's name.
  const body = new FormData(form)
  if (button instanceof HTMLButtonElement && button.name) body.set(button.name, button.value)
  mark(form, 'sending')
  // Without the module, send files without a progress bar.
  const photos = await files?.catch(() => null)
  const fresh = await ask(box, asPart(form.action), { method: 'POST', body, send: photos?.sender(form) })
  const answer = fresh.body.firstElementChild
  if (!answer) throw new Error('empty')
  // Markup can't fill a file field, so keep the chosen pictures.
  const chosen = form.querySelector('.candor-files')
  if (chosen) answer.querySelector('.candor-files')?.replaceWith(chosen)
  form.replaceWith(answer)
  const copy = answer.querySelector<HTMLElement>('[data-candor-copy]')
  if (copy) offerCopy(copy)
  // A vote keeps the focus on its button, pressed or withdrawn.
  const again = button?.classList[1] ? `.${button.classList[1]}` : '.candor-none'
  const focus = answer.querySelector(`[aria-invalid],[aria-describedby$=problem] input,${again}`) ?? answer
  if (focus instanceof HTMLElement) focus.focus()
  if (answer.matches('.candor-thanks:not(.candor-report)'))
    emit(answer, 'review-submitted', { widget: box.dataset['candorWidget'] })
}

/** Shows the button that copies a discount code. */
function offerCopy(button: HTMLElement): void {
  const { candorCopy = '', done = '' } = button.dataset
  button.hidden = false
  button.onclick = () => void navigator.clipboard.writeText(candorCopy).then(() => button.replaceChildren(done))
}

/** Sends a form unless it is being sent. */
export async function sendForm(form: HTMLFormElement, sending: Sending): Promise<void> {
  if (form.querySelector('.candor-act:disabled')) return
  try {
    await send(form, sending)
  } catch (reason) {
    mark(form, reason instanceof DOMException ? 'stopped' : 'lost')
    // A disabled button has lost the focus.
    if (document.activeElement === document.body) sending.button?.focus()
  }
}
