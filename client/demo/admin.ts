/** The admin's side of app-bridge.ts: provides the framed app's tokens, menu, save bar, toasts and address. */

const bridge = 'candor-demo'

interface Entry {
  href: string
  text: string
}
interface FromApp {
  bridge?: string
  type?: string
  id?: number
  open?: boolean
  on?: boolean
  path?: string
  text?: string
  isError?: boolean
  duration?: number
  action?: string
  entries?: Entry[]
}

function present<T>(element: T | null): T {
  if (element === null) throw new Error('The page lacks a part of the admin')
  return element
}

const host = present(document.querySelector<HTMLElement>('.host'))
const frame = present(document.querySelector<HTMLIFrameElement>('[data-app]'))
const saveBar = present(document.querySelector<HTMLElement>('[data-save]'))
const toasts = present(document.querySelector<HTMLElement>('[data-toasts]'))
const leaving = present(document.querySelector<HTMLDialogElement>('[data-leave]'))
const menuButton = present(document.querySelector<HTMLButtonElement>('[data-menu]'))

const toApp = (message: object) => frame.contentWindow?.postMessage({ bridge, ...message }, location.origin)

async function idToken(): Promise<string> {
  const answer = await fetch('/demo/id-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shop: host.dataset.shop }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error('No token')
  return token
}

addEventListener('message', (event: MessageEvent<FromApp>) => {
  const message = event.data
  if (event.source !== frame.contentWindow || event.origin !== location.origin || message.bridge !== bridge) return
  switch (message.type) {
    case 'idToken':
      idToken().then(
        (value) => toApp({ type: 'answer', id: message.id, value }),
        (error: unknown) => toApp({ type: 'answer', id: message.id, error: String(error) }),
      )
      break
    case 'leaveConfirmation':
      void mayLeave().then((leave) => leave && toApp({ type: 'answer', id: message.id }))
      break
    case 'menu':
      drawMenu(message.entries ?? [])
      break
    case 'saveBar':
      saveBar.hidden = message.open !== true
      break
    case 'modal':
      host.toggleAttribute('data-dimmed', message.open === true)
      break
    case 'loading':
      present(document.querySelector<HTMLElement>('[data-loading]')).hidden = message.on !== true
      break
    case 'toast':
      showToast(message)
      break
    case 'hideToast':
      toasts.querySelector(`[data-id="${message.id ?? ''}"]`)?.remove()
      break
    case 'address':
      history.replaceState(null, '', addressOf(message.path ?? '/embed'))
      markCurrent()
      break
  }
})

/** Returns the admin's URL of a page of the app. Keeps the shop and drops the frame's other parameters. */
function addressOf(path: string): string {
  const url = new URL(path, location.origin)
  for (const name of ['embedded', 'host', 'locale']) url.searchParams.delete(name)
  const shop = host.dataset.shop ?? ''
  if (new URLSearchParams(location.search).has('shop')) url.searchParams.set('shop', shop)
  else url.searchParams.delete('shop')
  return url.pathname.replace(/^\/embed/, '/demo/admin') + url.search
}

function drawMenu(entries: readonly Entry[]) {
  present(document.querySelector('[data-entries]')).replaceChildren(
    ...entries.map(({ href, text }) => {
      const link = document.createElement('a')
      link.href = href
      link.dataset.path = href
      link.textContent = text
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  markCurrent()
}

function markCurrent() {
  const path = location.pathname.replace(/^\/demo\/admin/, '/embed').replace(/\/$/, '')
  const links = [...host.querySelectorAll<HTMLAnchorElement>('[data-path]')]
  const matching = links.filter(({ dataset }) => path === dataset.path || path.startsWith(`${dataset.path ?? ''}/`))
  const current = matching.sort((a, b) => (b.dataset.path ?? '').length - (a.dataset.path ?? '').length)[0]
  for (const link of links) {
    if (link === current) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

host.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-path]') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  showMenu(false)
  // The app itself asks before leaving an unsaved form.
  toApp({ type: 'navigate', path: link.dataset.path })
})

function showMenu(open: boolean) {
  host.toggleAttribute('data-menu-open', open)
  menuButton.setAttribute('aria-expanded', String(open))
}
menuButton.addEventListener('click', () => showMenu(!host.hasAttribute('data-menu-open')))

present(document.querySelector('[data-keep]')).addEventListener('click', () =>
  toApp({ type: 'saveBar', which: 'save' }),
)
present(document.querySelector('[data-discard]')).addEventListener('click', () =>
  toApp({ type: 'saveBar', which: 'discard' }),
)

function mayLeave(): Promise<boolean> {
  leaving.returnValue = ''
  leaving.showModal()
  return new Promise((decided) => {
    leaving.addEventListener('close', () => decided(leaving.returnValue === 'leave'), { once: true })
  })
}

const usualToastMs = 5_000

function showToast({ text = '', isError, action, id, duration = usualToastMs }: FromApp) {
  const toast = document.createElement('p')
  toast.dataset.id = String(id)
  toast.className = 'host-toast'
  toast.toggleAttribute('data-error', isError === true)
  const words = document.createElement('span')
  words.textContent = text
  toast.append(words)
  if (action) {
    const button = document.createElement('button')
    button.textContent = action
    button.addEventListener('click', () => {
      toApp({ type: 'toastAction', id })
      toast.remove()
    })
    toast.append(button)
  }
  const close = document.createElement('button')
  close.textContent = '×'
  close.setAttribute('aria-label', toasts.dataset.close ?? '')
  close.addEventListener('click', () => toast.remove())
  toast.append(close)
  toasts.append(toast)
  setTimeout(() => toast.remove(), duration)
}
export {}
