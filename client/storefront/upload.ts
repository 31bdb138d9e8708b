/**
 * Sends a form with files and shows how much has been sent. Fetched with the first chosen file. Its sentences stand on the field
 * for files, in the shopper's language.
 */
import type { Send } from './live/parts/box.ts'

/** The field's data attributes: what to say while its files are sent, once they are, and on the button that stops it. */
type Words = Readonly<Record<'uploading' | 'saving' | 'stop', string>>

/** Percentages that a screen reader announces, each once. */
const steps = [0, 25, 50, 75]

/** Returns what sends the form in place of `fetch`: itself for a form without chosen files. @throws DOMException when the shopper stops it. */
export function sender(form: HTMLFormElement): Send {
  const field = [...form.querySelectorAll<HTMLInputElement>('[data-uploading]')].find(({ files }) => files?.length)
  return field
    ? (address, init) => upload(form, field.dataset as unknown as Words, { address, body: init.body as FormData })
    : fetch
}

function upload(
  form: HTMLFormElement,
  words: Words,
  { address, body }: { address: string; body: FormData },
): Promise<Response> {
  const request = new XMLHttpRequest()
  const shown = progressIn(form, words, () => {
    request.abort()
  })
  return new Promise<Response>((resolve, reject) => {
    // On a shop's page the form is posted to another origin: the browser asks there first, because of these listeners.
    request.upload.onprogress = ({ loaded, total }) => {
      shown.show(loaded / total)
    }
    request.upload.onload = () => {
      shown.show(1)
    }
    request.onabort = () => {
      reject(new DOMException())
    }
    request.onerror = () => {
      reject(new Error('lost'))
    }
    request.onload = () => {
      const answer = new Response(request.responseText, {
        status: request.status,
        headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
      })
      // As an answer of fetch() says where it was led to.
      resolve(Object.defineProperty(answer, 'url', { value: request.responseURL }))
    }
    request.open('POST', address)
    request.send(body)
  }).finally(shown.remove)
}

/** Shows the progress below the form's button. Until it is removed, nothing in the form can be changed. */
function progressIn(
  form: HTMLFormElement,
  { uploading, saving, stop }: Words,
  cancel: () => void,
): { show(part: number): void; remove(): void } {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  const percent = new Intl.NumberFormat(form.closest<HTMLElement>('[lang]')?.lang || undefined, { style: 'percent' })
  const locked = [...form.elements].filter(
    (control): control is HTMLInputElement => 'disabled' in control && !control.disabled,
  )
  for (const control of locked) control.disabled = true
  // Words of a part that is busy are not read out.
  form.closest('[aria-busy]')?.removeAttribute('aria-busy')
  const box = document.createElement('div')
  box.className = 'candor-upload'
  const [seen, heard, bar, end] = [
    document.createElement('span'),
    document.createElement('span'),
    document.createElement('progress'),
    document.createElement('button'),
  ]
  seen.ariaHidden = 'true'
  heard.className = 'candor-unseen'
  heard.role = 'status'
  bar.max = 1
  bar.ariaLabel = uploading
  end.type = 'button'
  end.className = 'candor-quiet quiet'
  end.textContent = stop
  end.onclick = cancel
  box.append(seen, bar, end, heard)
  button?.parentElement?.after(box)
  let next = 0
  const show = (part: number) => {
    const isSent = part >= 1
    seen.textContent = isSent ? saving : `${uploading} ${percent.format(Math.floor(part * 100) / 100)}`
    // What the server does with the files has no measure, and can no longer be stopped.
    if (isSent) bar.removeAttribute('value')
    else bar.value = part
    end.hidden = isSent
    const step = steps.findLastIndex((each) => part * 100 >= each)
    if (isSent || step >= next)
      heard.textContent = isSent ? saving : `${uploading} ${percent.format((steps[step] ?? 0) / 100)}`
    next = step + 1
  }
  show(0)
  box.scrollIntoView({ block: 'nearest' })
  return {
    show,
    remove() {
      const wasStopped = document.activeElement === end
      box.remove()
      for (const control of locked) control.disabled = false
      if (button) button.disabled = false
      if (wasStopped) button?.focus()
    },
  }
}
