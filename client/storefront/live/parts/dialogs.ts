/**
 * Opens popup forms and the sidebar as modal dialogs, so that the keyboard stays inside. Without this module they open
 * as popovers. Works in browsers without popovers, where the stars lead to the reviews.
 */
document.addEventListener('click', (event) => {
  const target = event.target as Element
  const opener = target.closest('[popovertarget^=candor]')
  const panel = opener ? document.getElementById(opener.getAttribute('popovertarget') ?? '') : target
  if (panel instanceof HTMLDialogElement && panel.id) {
    // Throws for a popover that was opened before this module was loaded; the browser then closes it.
    if (panel.open) panel.close()
    else panel.showModal()
    event.preventDefault()
  } else if (opener && !('popover' in opener)) panel?.querySelector('a')?.click()
  // The viewer takes a moment on a slow line.
  else if (!event.ctrlKey) target.closest('[data-candor] a.candor-shot')?.setAttribute('aria-busy', 'true')
})
