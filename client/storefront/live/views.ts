/**
 * Counts the widgets that become visible and opened forms. Sends once for each page when it is left, without cookies.
 */
const given =
  document.querySelector<HTMLElement>('[data-candor-views]')?.dataset['candorViews'] ??
  document
    .querySelector<HTMLElement>('[data-candor*="/storefront/"]')
    ?.dataset['candor']?.replace(/widgets\/\w+/, 'views')

if (given && 'IntersectionObserver' in window) {
  const { origin, pathname, searchParams } = new URL(given)
  const widgets = new Set<string>()
  let form = false
  let sentReport = ''
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      const { candorWidget } = target.dataset
      // A form has no size until it is opened.
      if (candorWidget) widgets.add(candorWidget)
      else form = true
      observer.unobserve(target)
    }
  })
  for (const target of document.querySelectorAll('[data-candor-widget],.candor-box:not(.candor-portal) .candor-form'))
    observer.observe(target)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || !widgets.size || sentReport) return
    sentReport = JSON.stringify({ widgets: [...widgets], form, product: searchParams.get('product') })
    navigator.sendBeacon(origin + pathname, sentReport)
  })
}
