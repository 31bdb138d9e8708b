import type { Page } from 'playwright-core'

/** Returns the layout shift of the page so far, after scrolling through it once. */
export async function shifts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let top = 0; top < document.documentElement.scrollHeight; top += 400) {
      scrollTo(0, top)
      await frame()
    }
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await frame()
    await frame()
    for (const entry of observer.takeRecords() as (PerformanceEntry & { value: number })[]) sum += entry.value
    return sum
  })
}
