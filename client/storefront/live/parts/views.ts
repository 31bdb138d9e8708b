/**
 * Counts the widgets that become visible and opened forms, and tells the page of both. Sends once for each page when it
 * is left, without cookies.
 */
import { emit, each } from './each.ts'

/** Returns where the page's widgets report: a script's attribute, or a widget's own address. */
const findAddress = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-candor-views]')?.dataset['candorViews'] ??
  document
    .querySelector<HTMLElement>('[data-candor*="/storefront/"]')
    ?.dataset['candor']?.replace(/widgets\/\w+/, 'views')

export function countViews(): void {
  const known = new WeakSet<Element>()
  const widgets = new Set<string>()
  let form = false
  let sentReport = ''
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      const { candorWidget } = target.dataset
      // A form has no size until it is opened.
      if (candorWidget) widgets.add(candorWidget)
      else {
        form = true
        emit(target, 'form-open', {
          widget: target.closest<HTMLElement>('[data-candor-widget]')?.dataset['candorWidget'],
        })
      }
      observer.unobserve(target)
    }
  })
  each('[data-candor-widget],.candor-box:not(.candor-portal) .candor-form', (target) => {
    if (known.has(target)) return
    known.add(target)
    observer.observe(target)
    const { candorWidget: widget } = target.dataset
    if (widget) emit(target, 'loaded', { widget })
  })
  document.addEventListener('visibilitychange', () => {
    const address = findAddress()
    if (!document.hidden || !widgets.size || sentReport || !address) return
    const { origin, pathname, searchParams } = new URL(address)
    sentReport = JSON.stringify({ widgets: [...widgets], form, product: searchParams.get('product') })
    navigator.sendBeacon(origin + pathname, sentReport)
  })
}
