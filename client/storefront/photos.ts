/**
 * Shows the photos and the video chosen in a form, each with a remove button. Leaves out files that the server would
 * reject (spec 5). The shopper then need not choose again after sending. Without this module the field works as in the
 * browser. Limits and texts are the field's data attributes, in the shopper's language.
 */

import { isHeic, shrink } from './shrink.ts'

/** The field's data attributes: limits for photos and videos, and texts. `remove` holds {name}. */
type UploadRules = Readonly<
  { videos?: string } & Record<
    | 'most'
    | 'bytes'
    | 'wrongType'
    | 'heic'
    | 'tooLarge'
    | 'tooMany'
    | 'remove'
    | 'videoBytes'
    | 'videoSeconds'
    | 'videoLarge'
    | 'videoLong'
    | 'poster',
    string
  >
>

const readUploadRules = ({ dataset }: HTMLInputElement): UploadRules => dataset as unknown as UploadRules

const isVideo = ({ name }: File): boolean => /\.(mp4|webm|mov)$/i.test(name)

/** Chosen files of a field. A second choice is added to the first. */
const chosen = new WeakMap<HTMLInputElement, readonly File[]>()

/** Adds chosen files to the field. Leaves out invalid ones and says why. */
async function takeChoice(input: HTMLInputElement): Promise<void> {
  const before = chosen.get(input) ?? []
  const added = [...(input.files ?? [])].filter((file) => !before.includes(file))
  choose(input, [...before, ...added])
  const files = [...before]
  for (const file of added) files.push(await shrink(file))
  const { most, bytes, wrongType, heic, tooLarge, tooMany, videos, videoBytes, videoLarge } = readUploadRules(input)
  const endings = input.accept.split(',')
  const problems: string[] = []
  const left = { photos: Number(most), videos: Number(videos ?? 0) }
  const good = files.filter((file) => {
    const [most, sentence] = isVideo(file) ? [videoBytes, videoLarge] : [bytes, tooLarge]
    const problem = isHeic(file)
      ? heic
      : !endings.some((ending) => file.name.toLowerCase().endsWith(ending))
        ? wrongType
        : file.size > Number(most)
          ? sentence
          : ''
    if (problem) problems.push(`${file.name}: ${problem}`)
    return !problem
  })
  const taken = good.filter((file) => left[isVideo(file) ? 'videos' : 'photos']-- > 0)
  if (taken.length < good.length) problems.push(tooMany)
  keep(input, taken)
  say(input, problems)
}

function choose(input: HTMLInputElement, files: readonly File[]): void {
  const box = new DataTransfer()
  for (const file of files) box.items.add(file)
  input.files = box.files
}

function keep(input: HTMLInputElement, files: readonly File[]): void {
  choose(input, files)
  chosen.set(input, files)
  const list = document.createElement('ul')
  list.className = 'candor-photos'
  list.append(...files.map((file) => photo(input, file)))
  const shown = input.parentElement?.querySelector('.candor-photos')
  // Keep object URLs until now: a rejected form loads the same pictures again.
  for (const { src } of shown?.querySelectorAll('img') ?? []) URL.revokeObjectURL(src)
  if (!files.length) shown?.remove()
  else if (shown) shown.replaceWith(list)
  else (input.nextElementSibling ?? input).after(list)
  const poster = posterField(input)
  if (poster) choose(poster, [])
}

const posterField = (input: HTMLInputElement) =>
  input.parentElement?.querySelector<HTMLInputElement>('[type=file][hidden]')

function photo(input: HTMLInputElement, file: File): HTMLLIElement {
  const item = document.createElement('li')
  const image = document.createElement('img')
  const button = document.createElement('button')
  image.alt = file.name
  const show = (bytes: Blob) => {
    image.src = URL.createObjectURL(bytes)
  }
  if (isVideo(file)) void checkVideo(input, file).then((poster) => poster && show(poster))
  else show(file)
  button.type = 'button'
  button.textContent = '×'
  button.ariaLabel = readUploadRules(input).remove.replace('{name}', () => file.name)
  button.onclick = () => {
    drop(input, file)
    say(input, [])
    input.focus()
  }
  item.append(image, button)
  return item
}

const drop = (input: HTMLInputElement, file: File) =>
  keep(
    input,
    [...(input.files ?? [])].filter((other) => other !== file),
  )

/** Captures a frame of a video to upload with it. Removes a video that is too long. */
async function checkVideo(input: HTMLInputElement, file: File): Promise<Blob | null> {
  const { poster: module, videoSeconds, videoLong } = readUploadRules(input)
  const { readVideoInfo } = (await import(/* @vite-ignore */ module)) as typeof import('./poster.ts')
  const { poster, seconds } = await readVideoInfo(file)
  // The shopper may have removed the video already.
  if (![...(input.files ?? [])].includes(file)) return null
  if (Math.round(seconds ?? 0) > Number(videoSeconds)) {
    drop(input, file)
    say(input, [`${file.name}: ${videoLong}`])
    return null
  }
  const field = posterField(input)
  if (field && poster) choose(field, [new File([poster], 'poster.jpg', { type: 'image/jpeg' })])
  return poster
}

/** Shows errors in one paragraph below the field. Replaces the server's earlier error. */
function say(input: HTMLInputElement, problems: readonly string[]): void {
  const id = `${input.id}-problem`
  document.getElementById(id)?.remove()
  input.ariaInvalid = problems.length ? 'true' : null
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((other) => other && other !== id)
  if (problems.length) described.push(id)
  input.setAttribute('aria-describedby', described.join(' '))
  if (!problems.length) return
  const text = document.createElement('p')
  text.id = id
  text.className = 'problem candor-problem'
  text.role = 'alert'
  text.textContent = problems.join(' · ')
  input.parentElement?.after(text)
}

const isFileField = (field: unknown): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'file' && 'most' in field.dataset

document.addEventListener('change', ({ target }) => {
  if (isFileField(target)) void takeChoice(target)
})
for (const field of document.querySelectorAll('input[type=file]')) {
  if (!isFileField(field)) continue
  // An iPhone sends a JPEG as long as HEIC isn't listed. Other devices only offer listed files.
  if (field.accept && !/iP(hone|ad|od)/.test(navigator.userAgent)) field.accept += ',.heic,.heif'
  // Files chosen before this module loaded, or restored by the browser.
  if (field.files?.length) void takeChoice(field)
}

export { sender } from './upload.ts'
