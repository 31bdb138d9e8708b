/** Improves the demo's pages; each works without it. */

// Disable a form's button while sending, to prevent a second submit.
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-busy]')) return
  if (form.hasAttribute('data-sent')) {
    event.preventDefault()
    return
  }
  form.setAttribute('data-sent', '')
  form.setAttribute('aria-busy', 'true')
})
// The page may be restored from the browser's cache.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) {
    form.removeAttribute('data-sent')
    form.removeAttribute('aria-busy')
  }
})

document.addEventListener('change', (event) => {
  const field = event.target
  if (field instanceof HTMLSelectElement && field.matches('[data-submits]')) field.form?.requestSubmit()
  showPrice()
})

/** Shows the price of the chosen variant, even if it was chosen before this script ran. */
function showPrice(): void {
  const place = document.querySelector('[data-price]')
  const chosen = document.querySelector<HTMLInputElement>('[data-costs]:checked')
  if (place && chosen?.dataset.costs) place.textContent = chosen.dataset.costs
}
showPrice()

// Close the panel on an outside click, like a menu.
const orders = document.querySelector<HTMLDetailsElement>('.strip-orders')
document.addEventListener('click', (event) => {
  if (orders?.open && event.target instanceof Node && !orders.contains(event.target)) orders.open = false
})
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !orders?.open) return
  orders.open = false
  orders.querySelector('summary')?.focus()
})

// Poll for new mail.
const checkEveryMs = 4_000
const list = document.querySelector('.mail-list, .mailbox-empty')
if (list) {
  const known = Number(document.querySelector<HTMLElement>('[data-mails]')?.dataset.mails ?? 0)
  const timer = setInterval(() => {
    if (document.hidden) return
    void fetch('/demo/mailbox/count')
      .then((answer) => answer.json() as Promise<{ count: number }>)
      .then(
        ({ count }) => {
          if (count === known) return
          clearInterval(timer)
          location.reload()
        },
        () => undefined,
      )
  }, checkEveryMs)
}
export {}
