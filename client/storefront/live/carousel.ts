/** The live module of the carousels: arrows, and the viewer of photos. Rows scroll and photos open without it. */
import './parts/shots.ts'
import './parts/track.ts'
