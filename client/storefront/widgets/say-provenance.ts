import type { Provenance } from '../../../rules/review-source.ts'
import type { Say } from './shown.ts'

/** Says where a review comes from, as shoppers read it: “Imported from Amazon”. */
export const sayProvenance = (say: Say, { kind, from }: Provenance): string =>
  from ? say('widget.from.app', { app: from }) : say(`widget.from.${kind}`)
