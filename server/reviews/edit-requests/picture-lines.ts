import type { WordId, WordParams } from '../../core/words/words.ts'
import type { EditProposal } from '../reviews/changes/proposals.ts'

/** Describes how many photos and videos a change hides and shows, one line each. */
export function pictureLines(media: EditProposal['media'], say: (id: WordId, params?: WordParams) => string): string[] {
  const hides = media.filter(({ hidden }) => hidden).length
  const shows = media.length - hides
  return [
    ...(hides > 0 ? [say('edit.hides', { count: hides })] : []),
    ...(shows > 0 ? [say('edit.shows', { count: shows })] : []),
  ]
}
