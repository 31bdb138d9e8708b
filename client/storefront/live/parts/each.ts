/** Sets up widgets: now, and when a theme renders a section again, opens a quick view or morphs the page. */
type SetUp = (found: HTMLElement) => void

const jobs: [selector: string, setUp: SetUp][] = []

/** Calls `setUp` for each match, now and after each change of the page. It must accept a match that it knows. */
export function each(selector: string, setUp: SetUp): void {
  jobs.push([selector, setUp])
}

function run(): void {
  for (const [selector, setUp] of jobs) document.querySelectorAll<HTMLElement>(selector).forEach(setUp)
}

/** Runs after changes of the page, at most ten times a second, and on the events of themes. */
export function watchPage(): void {
  let timer = 0
  new MutationObserver(() => {
    timer ||= window.setTimeout(() => {
      timer = 0
      run()
    }, 100)
  }).observe(document, { childList: true, subtree: true })
  for (const name of ['shopify:section:load', 'candor:refresh']) document.addEventListener(name, run)
  run()
}

/** Sends an event of the public API, which bubbles from the widget to the document. */
export const emit = (from: Element, name: string, detail: object): boolean =>
  from.dispatchEvent(new CustomEvent(`candor:${name}`, { bubbles: true, detail }))
