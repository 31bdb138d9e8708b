/**
 * Opens popup forms and the sidebar as modal dialogs, so that the keyboard stays inside. Without this module they open
 * as popovers. Works in browsers without popovers, where other openers lead to the reviews.
 */
document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const opener = target?.closest('[popovertarget^=candor]')
  const panel = opener ? document.getElementById(opener.getAttribute('popovertarget') ?? '') : target
  const hasPopovers = panel && 'popover' in panel
  if (panel instanceof HTMLDialogElement && (opener || panel.id)) {
    // Opened before this module was loaded.
    if (hasPopovers && panel.matches(':popover-open')) return
    event.preventDefault()
    if (panel.open) panel.close()
    else panel.showModal()
  } else if (opener && panel && !hasPopovers) location.hash = 'candor-reviews'
})
