/** Loads more reviews when the reader reaches the end of a list. Without it, a button loads them. */
const seen = new IntersectionObserver(
  (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && (target as HTMLElement).click()),
  { rootMargin: '300px' },
)

for (const box of document.querySelectorAll('[data-candor-endless]')) {
  const watch = () => {
    const link = box.querySelector('[data-candor-more]')
    if (link) seen.observe(link)
  }
  new MutationObserver(watch).observe(box, { childList: true, subtree: true })
  watch()
}
