/**
 * Opens popup forms and the sidebar as modal dialogs, so that the keyboard stays inside. Without this module they open
 * as popovers. Works in browsers without popovers, where the stars lead to the reviews.
 */
document.addEventListener('click', (event) => {
  const target = event.target as Element
  const opener = target.closest('[popovertarget^=candor]')
  const panel = opener ? document.getElementById(opener.getAttribute('popovertarget') ?? '') : target
  const hasPopovers = panel && 'popover' in panel
  if (panel instanceof HTMLDialogElement && panel.id) {
    // Opened before this module was loaded.
    if (hasPopovers && panel.matches(':popover-open')) return
    event.preventDefault()
    if (panel.open) panel.close()
    else panel.showModal()
  } else if (opener && !hasPopovers) location.hash = 'candor-reviews'
  // The viewer takes a moment on a slow line.
  else if (!event.ctrlKey && !event.metaKey)
    target.closest('[data-candor] a.candor-shot')?.setAttribute('aria-busy', 'true')
})
