import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../../e2e/chromium.ts'
import { probe } from '../../server/testing/hostile/script-injections.ts'

/** A browser that records every call of the probe, and markup that would call it. */
export interface Watch extends AsyncDisposable {
  page: Page
  /** Opens a URL, waits until the page is idle, and checks it. */
  open(address: string): Promise<void>
  /** Shows HTML as its own document, like a mail program without any protection. */
  show(html: string): Promise<void>
  /** Checks the current page. */
  check(): Promise<void>
  /** Returns and clears the findings. */
  take(): string[]
  countChecked(): number
}

/** Opens a browser. @param storage - its stored data for the origin of `url` */
export async function startWatch({
  url,
  storage = {},
}: {
  url: string
  storage?: Readonly<Record<string, string>>
}): Promise<Watch> {
  const browser = await chromium.launch({ executablePath: chromiumPath() })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1200 },
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) }],
    },
  })
  let [found, looked]: [string[], number] = [[], 0]
  await context.exposeBinding(probe, ({ frame }, at?: number) => {
    found.push(`${shortenAddress(frame.url())} ran string ${at ?? ''}`)
  })
  context.on('console', (message) => {
    // A script that only the policy blocked was injected all the same.
    if (/Content Security|violates/.test(message.text()) && /script|inline/.test(message.text()))
      found.push(`${shortenAddress(message.page()?.url() ?? '')}: ${message.text().slice(0, 200)}`)
  })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  page.setDefaultTimeout(60_000)
  const check = async () => {
    for (const frame of page.frames()) {
      looked += 1
      const live = await frame
        .evaluate(liveMarkup, probe)
        .catch((error: unknown) =>
          frame.isDetached() ? [] : [`something that cannot be looked at: ${String(error).slice(0, 100)}`],
        )
      found.push(...live.map((each) => `${shortenAddress(frame.url())} holds ${each}`))
    }
  }
  return {
    page,
    check,
    async open(address) {
      await page.goto(new URL(address, url).href, { waitUntil: 'networkidle' })
      await check()
    },
    async show(html) {
      await page.setContent(html, { waitUntil: 'load' })
      await check()
    },
    take() {
      const taken = [...new Set(found)]
      found = []
      return taken
    },
    countChecked: () => looked,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

const shortenAddress = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '').slice(0, 120)

/** Finds elements that call the probe when clicked, focused or loaded. Runs in the page. */
function liveMarkup(name: string): string[] {
  const faults: string[] = []
  const isAddress = new Set([
    'href',
    'src',
    'action',
    'formaction',
    'data',
    'srcdoc',
    'xlink:href',
    'content',
    'style',
    'poster',
  ])
  const roots: ParentNode[] = [document]
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot)
      if (element instanceof HTMLTemplateElement) roots.push(element.content)
      for (const { name: attribute, value } of element.attributes) {
        // A preview's document is a frame, which is checked separately.
        if (attribute === 'srcdoc' && value.startsWith('<!doctype html>')) continue
        const acts =
          attribute.startsWith('on') ||
          (isAddress.has(attribute) &&
            /^[\s\u0000-\u0020]*(?:javascript|vbscript|data:text)|<|expression\(/i.test(
              value.replace(/[\t\n\r]/g, ''),
            ) &&
            attribute !== 'content') ||
          (attribute === 'style' && /javascript:|@import/i.test(value))
        if (acts && value.includes(`${name}(`)) faults.push(`${element.tagName} ${attribute}=${value.slice(0, 100)}`)
      }
      const isCode =
        element instanceof SVGScriptElement ||
        (element instanceof HTMLScriptElement && !/json|template/i.test(element.type))
      if (isCode && element.textContent.includes(`${name}(`))
        faults.push(`${element.tagName}: ${element.textContent.slice(0, 100)}`)
      if (element instanceof HTMLMetaElement && /refresh/i.test(element.httpEquiv) && element.content.includes(name))
        faults.push(`META refresh ${element.content.slice(0, 100)}`)
    }
  }
  return faults
}
