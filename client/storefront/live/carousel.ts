/** Live module of the carousels: arrows and the photo viewer. Without it rows still scroll and photos open. */
import './parts/shots.ts'
import './parts/track.ts'
