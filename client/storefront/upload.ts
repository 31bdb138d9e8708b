/**
 * Uploads a form with files and shows the progress. Loaded with the first chosen file. Texts are data attributes of the
 * file field, in the shopper's language.
 */
import type { Send } from './live/parts/box.ts'

/** The field's data attributes: texts during and after the upload, and of the stop button. */
type Words = Readonly<Record<'uploading' | 'saving' | 'stop', string>>

/** Time without progress after which an upload counts as lost, and the server's time for the response. */
const [stallMs, answerMs] = [30_000, 120_000]

/** Percentages that a screen reader announces, each once. */
const steps = [0, 25, 50, 75]

/**
 * Returns a replacement of `fetch` that shows progress; undefined for a form without files. An upload without progress
 * ends as lost. @throws DOMException if stopped
 */
export function sender(form: HTMLFormElement): Send | undefined {
  const field = [...form.querySelectorAll<HTMLInputElement>('[data-uploading]')].find(({ files }) => files?.length)
  return field
    ? (address, init) => upload(form, field.dataset as unknown as Words, { address, body: init.body as FormData })
    : undefined
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
  let timer: ReturnType<typeof setTimeout> | undefined
  let stalled = false
  const expectMore = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      stalled = true
      request.abort()
    }, ms)
  }
  return new Promise<Response>((resolve, reject) => {
    // On a shop's page the form goes to another origin. These listeners cause a CORS preflight.
    request.upload.onprogress = ({ loaded, total }) => {
      shown.show(loaded / total)
      expectMore(stallMs)
    }
    request.upload.onload = () => {
      shown.show(1)
      expectMore(answerMs)
    }
    request.onabort = () => {
      reject(stalled ? new Error('stalled') : new DOMException())
    }
    request.onerror = () => {
      reject(new Error('lost'))
    }
    request.onload = () => {
      const answer = new Response(request.responseText, {
        status: request.status,
        headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
      })
      // Set `url` as fetch() does after a redirect.
      resolve(Object.defineProperty(answer, 'url', { value: request.responseURL }))
    }
    request.open('POST', address)
    request.send(body)
    expectMore(stallMs)
  }).finally(() => {
    clearTimeout(timer)
    shown.remove()
  })
}

/** Shows the progress below the form's button. Disables the form until removed. */
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
  // Screen readers skip texts inside a busy element.
  form.closest('[aria-busy]')?.removeAttribute('aria-busy')
  const box = document.createElement('div')
  box.className = 'candor-upload'
  const [seen, liveRegion, bar, end] = [
    document.createElement('span'),
    document.createElement('span'),
    document.createElement('progress'),
    document.createElement('button'),
  ]
  seen.ariaHidden = 'true'
  liveRegion.className = 'candor-unseen'
  liveRegion.role = 'status'
  bar.max = 1
  bar.ariaLabel = uploading
  end.type = 'button'
  end.className = 'candor-quiet quiet'
  end.textContent = stop
  end.onclick = cancel
  box.append(seen, bar, end, liveRegion)
  button?.parentElement?.after(box)
  let next = 0
  const show = (part: number) => {
    const isSent = part >= 1
    seen.textContent = isSent ? saving : `${uploading} ${percent.format(Math.floor(part * 100) / 100)}`
    // Processing on the server has no measurable progress and can't be stopped.
    if (isSent) bar.removeAttribute('value')
    else bar.value = part
    end.hidden = isSent
    const step = steps.findLastIndex((each) => part * 100 >= each)
    if (isSent || step >= next)
      liveRegion.textContent = isSent ? saving : `${uploading} ${percent.format((steps[step] ?? 0) / 100)}`
    next = step + 1
  }
  show(0)
  box.scrollIntoView({ block: 'nearest' })
  return {
    show,
    remove() {
      // The disabled button lost its focus.
      const wasHere = document.activeElement === end || document.activeElement === document.body
      box.remove()
      for (const control of locked) control.disabled = false
      if (button) button.disabled = false
      if (wasHere) button?.focus()
    },
  }
}
