/** Live module of all widgets: links and forms act in place, and pages a theme changes are set up again. */
import { watchPage } from './parts/each.ts'
import { moveOn } from './parts/endless.ts'
import { sendForms } from './parts/form.ts'
import { followLinks } from './parts/page-links.ts'
import { showPopups } from './parts/popup.ts'
import { openShots } from './parts/shots.ts'
import { playTestimonials } from './parts/testimonials.ts'
import { moveTracks } from './parts/track.ts'
import { countViews } from './parts/views.ts'

declare global {
  interface Window {
    candorLive?: true
  }
}

// A theme may hold HTML of two releases, whose scripts have different addresses.
if (!window.candorLive) {
  window.candorLive = true
  sendForms()
  openShots()
  followLinks()
  moveTracks()
  moveOn()
  showPopups()
  playTestimonials()
  countViews()
  watchPage()
}
