/** Goes on to the next review when one has been shown, and closes for the rest of the visit. The styles fade and wait. */
const closed = 'candor-popup-closed'

function isClosed(): boolean {
  try {
    return closed in sessionStorage
  } catch {
    return false
  }
}

for (const popup of document.querySelectorAll<HTMLElement>('.candor-popup')) {
  const items = [...popup.querySelectorAll('li')]
  const button = popup.querySelector('button')
  if (isClosed()) popup.remove()
  if (button) button.hidden = false
  button?.addEventListener('click', () => {
    popup.remove()
    try {
      sessionStorage[closed] = 1
    } catch {
      /* It is only forgotten. */
    }
  })
  let shown = 0
  popup.addEventListener('animationend', () => {
    shown = (shown + 1) % items.length
    items.forEach((item, index) => {
      item.hidden = index !== shown
    })
    popup.style.setProperty('--candor-delay', `${popup.dataset['candorHide']}ms`)
    // The animation restarts only if the browser has laid out the page without it.
    popup.style.setProperty('animation-name', 'none', 'important')
    void popup.offsetWidth
    popup.style.removeProperty('animation-name')
  })
}
