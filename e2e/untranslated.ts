import type { Frame, Page } from 'playwright-core'
import { FLOW_ACTIONS, FLOW_TRIGGERS } from '../rules/flow.ts'
import { importApps } from '../rules/import-apps.ts'
import { LOCALES } from '../rules/locales.ts'
import { plans } from '../rules/plans.ts'
import { REVIEW_SOURCES } from '../rules/review-status.ts'
import { QR_FONTS } from '../rules/settings/qr.ts'
import { TRANSLATION_LANGUAGES, TRANSLATOR_NAMES } from '../rules/translations.ts'
import { LABEL_LANGUAGE_NAMES } from '../rules/widget-labels.ts'
import { demoCatalog } from '../server/demo/catalog/catalog.ts'

const { aliexpress, amazon, cjdropshipping, shopee } = REVIEW_SOURCES
/** Intl writes names of languages in the page's language. It doesn't know the pseudo language, and writes English. */
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
/** Names of languages, plans, apps, fonts and the demo's products, which are the same in every language. */
const properNames: readonly string[] = [
  ...Object.values(LOCALES),
  ...Object.values(LABEL_LANGUAGE_NAMES),
  ...[...TRANSLATION_LANGUAGES, 'hi', 'vi'].map((tag) => languageNames.of(tag) ?? tag),
  ...Object.values(TRANSLATOR_NAMES),
  ...Object.entries(plans).flatMap(([id, { displayName }]) => [displayName, `${displayName} (${id})`]),
  ...importApps,
  ...[aliexpress, amazon, cjdropshipping, shopee],
  ...['Candor', 'AVADA Email Marketing', 'PushOwl', 'Instagram', 'SMTP', 'Webhooks', 'Klaviyo', 'Joy', 'Shopify Flow'],
  ...[...Object.values(FLOW_TRIGGERS), ...Object.values(FLOW_ACTIONS)].map(({ name }) => name), // English in Flow, too
  ...QR_FONTS,
  ...demoCatalog('').flatMap(({ title, vendor }) => [title, vendor]),
]

/** Returns the visible texts and attributes of a page in the pseudo language that are plain English, except addresses. */
export const untranslated = (page: Page | Frame): Promise<string[]> =>
  page.evaluate((names) => {
    // Many languages write a zone such as (GMT+1) like this.
    const plain = (text: string | null) =>
      text !== null &&
      !names.includes(text) &&
      !/^([\w.]+@[\w.-]+|\/\S*)(\s+\/\S*)*$/.test(text.trim()) &&
      /[A-Za-z]{3}/.test(text.replace(/\(GMT[^)]*\)/, '')) &&
      /^[\x20-\x7e\s]+$/.test(text)
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? ''
      const element = texts.currentNode.parentElement
      if (
        plain(text) &&
        element?.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[data-user-content], textarea, code, script, style, .c-logo')
      )
        found.add(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      if (element.closest('[data-user-content]')) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (plain(element.getAttribute(name))) found.add(`${name}: ${element.getAttribute(name) ?? ''}`)
    }
    return [...found]
  }, properNames)
