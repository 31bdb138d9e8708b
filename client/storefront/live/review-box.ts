/** Live module of the review box: links and forms act in place. All of them work without it. */
import './parts/form.ts'
import './parts/shots.ts'
import './parts/page-links.ts'
import './parts/track.ts'
