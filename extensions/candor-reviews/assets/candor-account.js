// Loads data that only the signed-in customer may see. The shop's proxy identifies the customer.
for (const holder of document.querySelectorAll('[data-candor-load]')) {
  fetch(holder.dataset.candorLoad)
    .then((answer) => (answer.ok ? answer.text() : ''))
    .then((html) => {
      holder.innerHTML = html
      // After an edit, Candor redirects to a note, which loads after the browser has looked for the hash.
      const target = document.getElementById(location.hash.slice(1))
      if (!holder.contains(target)) return
      target.hidden = false
      target.scrollIntoView()
    })
    .catch(() => undefined)
}
