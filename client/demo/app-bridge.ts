/**
 * Stand-in for the script that the platform's admin adds to every app. It keeps these promises of
 * @shopify/app-bridge-types:
 * - `shopify` exists before the app's own scripts run, and each token is fresh
 * - requests to the app's own origin are signed
 * - ui-* elements show nothing inside the frame, and a click in the admin's menu becomes `shopify:navigate`
 *
 * Anything else throws, so that the app doesn't rely on it by accident. The other end is admin.ts.
 */
interface ToastOptions {
  isError?: boolean
  duration?: number
  action?: string
  onAction?: () => void
  onDismiss?: () => void
}

/** The platform's dialog for optional access. */
async function requestScopes(shop: string | null, scopes: string[]) {
  const granted = confirm(scopes.join('\n'))
  const headers = { 'content-type': 'application/json' }
  if (granted) await fetch('/demo/scopes', { method: 'POST', headers, body: JSON.stringify({ shop, scopes }) })
  return { result: granted ? 'granted-all' : 'declined-all' }
}

;(() => {
  const bridge = 'candor-demo'
  const apiKey = document.querySelector<HTMLMetaElement>('meta[name="shopify-api-key"]')?.content
  if (!apiKey) throw new Error('No <meta name="shopify-api-key"> in front of the script')
  const query = new URLSearchParams(location.search)
  const embedded = window.top !== window.self

  interface Waiting {
    done: (value: unknown) => void
    fail: (reason: Error) => void
  }
  const waiting = new Map<number, Waiting>()
  let asked = 0
  const tell = (type: string, data: object = {}) =>
    window.parent.postMessage({ bridge, type, ...data }, location.origin)
  const ask = (type: string, data: object = {}) =>
    new Promise<unknown>((done, fail) => {
      asked += 1
      waiting.set(asked, { done, fail })
      tell(type, { ...data, id: asked })
    })

  addEventListener(
    'message',
    (
      event: MessageEvent<{
        bridge?: string
        type?: string
        id?: number
        value?: unknown
        error?: string
        path?: string
        which?: string
      }>,
    ) => {
      const message = event.data
      if (event.source !== window.parent || event.origin !== location.origin || message.bridge !== bridge) return
      if (message.type === 'answer' && message.id !== undefined) {
        const call = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.error) call?.fail(new Error(message.error))
        else call?.done(message.value)
      }
      if (message.type === 'navigate') follow(message.path ?? '/')
      if (message.type === 'saveBar') pressSaveBar(message.which === 'save')
      if (message.type === 'toastAction') toastActions.get(String(message.id))?.()
    },
  )

  /** Navigates by the app's own link; without one, the frame loads the path. */
  function follow(path: string) {
    const link = [...document.querySelectorAll('ui-nav-menu a')].find(
      (candidate) => candidate.getAttribute('href') === path,
    )
    if (link) link.dispatchEvent(new CustomEvent('shopify:navigate', { bubbles: true }))
    else location.assign(path)
  }

  // -- elements that the admin draws outside the frame

  class SaveBar extends HTMLElement {
    #open = false
    get showing() {
      return this.#open
    }
    disconnectedCallback() {
      this.hide()
    }
    show() {
      this.#set(true)
    }
    hide() {
      this.#set(false)
    }
    toggle() {
      this.#set(!this.#open)
    }
    #set(open: boolean) {
      if (open === this.#open) return
      this.#open = open
      openBar = open ? this : null
      tell('saveBar', { open })
      this.dispatchEvent(new Event(open ? 'show' : 'hide'))
    }
  }
  let openBar: SaveBar | null = null

  function pressSaveBar(save: boolean) {
    const button = [...(openBar?.querySelectorAll('button') ?? [])].find(
      (each) => (each.getAttribute('variant') === 'primary') === save,
    )
    button?.click()
  }

  class TitleBar extends HTMLElement {}

  class NavMenu extends HTMLElement {
    #seen = new MutationObserver(() => this.#send())
    connectedCallback() {
      this.#seen.observe(this, { childList: true, subtree: true, characterData: true, attributes: true })
      queueMicrotask(() => this.#send())
    }
    disconnectedCallback() {
      this.#seen.disconnect()
    }
    #send() {
      const entries = [...this.querySelectorAll('a:not([rel=home])')].map((link) => ({
        href: link.getAttribute('href') ?? '',
        text: link.textContent,
      }))
      tell('menu', { entries })
    }
  }

  /** A modal of the app, drawn above its page; the admin around it is dimmed. */
  class Modal extends HTMLElement {
    #open = false
    #content: HTMLElement | null = null
    #dialog: HTMLDialogElement | null = null
    #seen = new MutationObserver(() => this.#drawBar())
    get showing() {
      return this.#open
    }
    get content(): HTMLElement {
      return (this.#content ??= document.createElement('div'))
    }
    disconnectedCallback() {
      this.hide()
    }
    toggle() {
      if (this.#open) this.hide()
      else this.show()
    }
    show() {
      if (this.#open) return
      this.#open = true
      const dialog = document.createElement('dialog')
      this.#dialog = dialog
      dialog.className = 'bridge-modal'
      dialog.append(document.createElement('header'), this.content, document.createElement('footer'))
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        this.hide()
      })
      document.body.append(dialog)
      this.#drawBar()
      this.#seen.observe(this, { childList: true, subtree: true, characterData: true, attributes: true })
      dialog.showModal()
      tell('modal', { open: true })
      this.dispatchEvent(new Event('show'))
    }
    hide() {
      if (!this.#open) return
      this.#open = false
      this.#seen.disconnect()
      // The app owns the content that it rendered.
      this.#content?.remove()
      this.#dialog?.remove()
      tell('modal', { open: false })
      this.dispatchEvent(new Event('hide'))
    }
    #drawBar() {
      const [header, footer] = [
        this.#dialog?.querySelector(':scope > header'),
        this.#dialog?.querySelector(':scope > footer'),
      ]
      const bar = this.querySelector('ui-title-bar')
      if (!header || !footer) return
      const title = document.createElement('h2')
      title.textContent = bar?.getAttribute('title') ?? ''
      this.#dialog?.setAttribute('aria-label', title.textContent)
      header.replaceChildren(title)
      // The primary action comes last, as on the platform.
      const buttons = [...(bar?.querySelectorAll('button') ?? [])].sort(
        (a, b) => Number(a.getAttribute('variant') === 'primary') - Number(b.getAttribute('variant') === 'primary'),
      )
      footer.replaceChildren(
        ...buttons.map((button) => {
          const copy = document.createElement('button')
          copy.type = 'button'
          copy.textContent = button.textContent
          copy.disabled = button.disabled || button.hasAttribute('loading')
          copy.className = [button.getAttribute('variant') ?? 'plain', button.getAttribute('tone') ?? '']
            .join(' ')
            .trim()
          copy.addEventListener('click', () => button.click())
          return copy
        }),
      )
    }
  }
  customElements.define('ui-save-bar', SaveBar)
  customElements.define('ui-title-bar', TitleBar)
  customElements.define('ui-nav-menu', NavMenu)
  customElements.define('ui-modal', Modal)

  const elementStyle = `ui-nav-menu,ui-title-bar,ui-save-bar,ui-modal{display:none!important}
    .bridge-modal{padding:0;border:0;border-radius:14px;width:min(620px,calc(100vw - 32px));font:inherit;color:#1e1b16;box-shadow:0 20px 60px -20px rgb(0 0 0/45%)}
    .bridge-modal::backdrop{background:rgb(20 18 14/45%)}.bridge-modal>header{padding:14px 18px;background:#f1efea;border-radius:14px 14px 0 0}.bridge-modal h2{margin:0;font-size:15px}
    .bridge-modal>footer{display:flex;justify-content:flex-end;gap:8px;padding:12px 16px;border-top:1px solid #e6e2d9}.bridge-modal>footer:empty{display:none}
    .bridge-modal footer button{min-height:34px;padding:4px 14px;border:1px solid #c9c4b8;border-radius:8px;background:#fff;font:inherit;font-weight:600;cursor:pointer}
    .bridge-modal footer .primary{background:#1e1b16;border-color:#1e1b16;color:#fff}.bridge-modal footer .critical{background:#a3301f;border-color:#a3301f;color:#fff}.bridge-modal footer :disabled{opacity:.5}`
  const style = new CSSStyleSheet()
  style.replaceSync(elementStyle)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]

  // Defines the global `shopify`.

  const onElement = (act: 'show' | 'hide' | 'toggle') => async (id: string) => {
    const element = document.getElementById(id)
    if (!(element instanceof SaveBar || element instanceof Modal)) throw new Error(`There is no element ${id}`)
    element[act]()
  }
  const visibility = { show: onElement('show'), hide: onElement('hide'), toggle: onElement('toggle') }
  const absent = (name: string) => () => {
    throw new Error(`The stand-in has no ${name}`)
  }

  const toastActions = new Map<string, () => void>()
  let toasts = 0

  const members = {
    config: {
      apiKey,
      host: query.get('host') ?? '',
      shop: query.get('shop') ?? '',
      locale: query.get('locale') ?? 'en',
    },
    origin: location.origin,
    ready: Promise.resolve(),
    environment: { embedded, mobile: false, pos: false, intent: false },
    loading: (on?: boolean) => tell('loading', { on: on !== false }),
    idToken: () => ask('idToken') as Promise<string>,
    user: async () => ({ accountAccess: 'full' }),
    scopes: {
      query: async () => ({ granted: [], required: [], optional: [] }),
      request: (scopes: string[]) => requestScopes(query.get('shop'), scopes),
      revoke: absent('scopes.revoke'),
    },
    reviews: { request: async () => ({ success: false, code: 'merchant-ineligible', message: '' }) },
    toast: {
      show(text: string, { onAction, onDismiss: _onDismiss, ...options }: ToastOptions = {}) {
        toasts += 1
        const id = String(toasts)
        if (onAction) toastActions.set(id, onAction)
        tell('toast', { text, ...options, id: toasts })
        return id
      },
      hide: (id: string) => tell('hideToast', { id: Number(id) }),
    },
    modal: visibility,
    saveBar: {
      ...visibility,
      leaveConfirmation: async () => {
        if (openBar) await ask('leaveConfirmation')
      },
    },
  }
  const api = new Proxy(members, {
    get(target, name) {
      // Promises read `then` and the console reads symbols: neither uses the platform.
      if (name in target || typeof name === 'symbol' || name === 'then' || name === 'toJSON')
        return Reflect.get(target, name) as unknown
      throw new Error(`The stand-in has no ${name}`)
    },
  })
  Object.defineProperty(window, 'shopify', { value: api })

  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).origin === location.origin && !request.headers.has('authorization'))
      request.headers.set('authorization', `Bearer ${await members.idToken()}`)
    return send(request)
  }

  // Sync the admin's address with the app's.
  const here = () => tell('address', { path: location.pathname + location.search, title: document.title })
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method].bind(history)
    history[method] = (...details) => {
      original(...details)
      here()
    }
  }
  addEventListener('popstate', here)
  addEventListener('load', here)
})()
