/**
 * Shows the photos chosen in a form, each with a way to take it out. What the server would refuse (spec 5) is told at
 * once and left out, so that nothing is to be chosen again after sending. Without this module the field works as browsers
 * make it. Rules and sentences stand on the field, in the shopper's language.
 */

/** What the field's data attributes say. */
interface Manner {
  /** How many files it takes, and how many bytes each may have. */
  most: number
  bytes: number
  wrongType: string
  tooLarge: string
  tooMany: string
  /** Names the button that takes a photo out; holds {name}. */
  remove: string
}

function mannerOf({ dataset }: HTMLInputElement): Manner {
  const { most = '', bytes = '', wrongType = '', tooLarge = '', tooMany = '', remove = '' } = dataset
  return { most: Number(most), bytes: Number(bytes), wrongType, tooLarge, tooMany, remove }
}

/** Leaves out what cannot be taken, and says why. */
function takeChoice(input: HTMLInputElement): void {
  const { most, bytes, wrongType, tooLarge, tooMany } = mannerOf(input)
  const endings = input.accept.split(',')
  const problems: string[] = []
  const good = [...(input.files ?? [])].filter(({ name, size }) => {
    const problem = !endings.some((ending) => name.toLowerCase().endsWith(ending)) ? wrongType : size > bytes ? tooLarge : ''
    if (problem) problems.push(`${name}: ${problem}`)
    return !problem
  })
  if (good.length > most) problems.push(tooMany)
  keep(input, good.slice(0, most))
  say(input, problems)
}

function keep(input: HTMLInputElement, files: readonly File[]): void {
  const box = new DataTransfer()
  for (const file of files) box.items.add(file)
  input.files = box.files
  const list = document.createElement('ul')
  list.className = 'candor-photos'
  list.append(...files.map((file) => photo(input, file)))
  const shown = input.nextElementSibling
  if (shown?.matches('.candor-photos')) shown.remove()
  if (files.length) input.after(list)
}

function photo(input: HTMLInputElement, file: File): HTMLLIElement {
  const item = document.createElement('li')
  const image = document.createElement('img')
  const button = document.createElement('button')
  image.alt = file.name
  image.src = URL.createObjectURL(file)
  image.onload = () => URL.revokeObjectURL(image.src)
  button.type = 'button'
  button.textContent = '×'
  button.ariaLabel = mannerOf(input).remove.replace('{name}', () => file.name)
  button.onclick = () => {
    keep(input, [...(input.files ?? [])].filter((other) => other !== file))
    say(input, [])
    input.focus()
  }
  item.append(image, button)
  return item
}

/** One paragraph below the field: the server's own, from an earlier answer, goes with it. */
function say(input: HTMLInputElement, problems: readonly string[]): void {
  const id = `${input.id}-problem`
  document.getElementById(id)?.remove()
  input.ariaInvalid = problems.length ? 'true' : null
  input.removeAttribute('aria-describedby')
  if (!problems.length) return
  input.setAttribute('aria-describedby', id)
  const text = document.createElement('p')
  text.id = id
  text.className = 'problem candor-problem'
  text.role = 'alert'
  text.textContent = problems.join(' · ')
  input.parentElement?.append(text)
}

const isOurs = (field: unknown): field is HTMLInputElement => field instanceof HTMLInputElement && field.type === 'file' && 'most' in field.dataset

document.addEventListener('change', ({ target }) => {
  if (isOurs(target)) takeChoice(target)
})
// Chosen before this module came, or kept by a browser that went back to the page.
for (const field of document.querySelectorAll('input[type=file]')) if (isOurs(field) && field.files?.length) takeChoice(field)

export {}
