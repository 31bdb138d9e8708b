import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

export interface Picture {
  readonly id: string
  readonly hidden: boolean
}

interface TurnedPictures {
  added: number
  gone: number
  back: number
}

/** Counts pictures and videos that were added, hidden, or shown again on the storefront. */
export function turnedPictures(original: readonly Picture[], present: readonly Picture[]): TurnedPictures {
  const first = new Map(original.map(({ id, hidden }) => [id, hidden]))
  const shown = new Set(present.flatMap(({ id, hidden }) => (hidden ? [] : [id])))
  return {
    added: [...shown].filter((id) => !first.has(id)).length,
    gone: original.filter(({ id, hidden }) => !hidden && !shown.has(id)).length,
    back: original.filter(({ id, hidden }) => hidden && shown.has(id)).length,
  }
}

/** Describes the counts; empty if nothing changed. */
export function usePictureWords(): (turned: TurnedPictures) => string {
  const { t } = useLingui()
  return ({ added, gone, back }) =>
    [
      added > 0 && t`${plural(added, { one: '# photo or video was added.', other: '# photos or videos were added.' })}`,
      gone > 0 &&
        t`${plural(gone, { one: '# photo or video is no longer shown.', other: '# photos or videos are no longer shown.' })}`,
      back > 0 &&
        t`${plural(back, { one: '# photo or video that was hidden is shown.', other: '# photos or videos that were hidden are shown.' })}`,
    ]
      .filter(Boolean)
      .join(' ')
}
