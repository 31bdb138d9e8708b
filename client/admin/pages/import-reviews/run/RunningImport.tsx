import { useLingui } from '@lingui/react/macro'
import { Banner, Button, ButtonGroup } from '@shopify/polaris'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useLiveImport, useShowRun } from '../useImportRun.ts'
import { Figures } from './Figures.tsx'
import { ImportedBanner, type ShopKey } from './ImportedBanner.tsx'
import { ProgressCard } from './ProgressCard.tsx'
import { RunningActions } from './RunningActions.tsx'
import { UndoProgress } from './UndoProgress.tsx'
import { useRunFigures, type RunFigures, type RunKey } from './useRunFigures.ts'

interface Props {
  run: RunFigures
  /** Shown on another page, with a link to the import. */
  linked?: boolean
}

/** Shows a running or paused import live. */
export function RunningImport({ run, linked = false }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const show = useShowRun()
  const { imported, duplicates, unmatched, bad } = run
  const [looked, all] = [format.number(imported), format.number(run.toImport)]
  const paused = run.status === 'PAUSED'
  return (
    <ProgressCard
      title={paused ? t`Paused at ${looked} of ${all}` : t`Importing your reviews`}
      heading={useHeadingFocus(run.id, !linked)}
      fileName={run.fileName}
      done={imported}
      of={paused || run.toImport === 0 ? null : t`of ${all}`}
      share={percentOf(run)}
      tone={paused ? 'highlight' : 'primary'}
      spoken={(looked) => t`${looked} of ${all} reviews imported`}
      still={paused}
    >
      <Figures
        bar={false}
        counts={{ fresh: imported, duplicates, unmatched, bad }}
        labels={{ fresh: t`Imported`, unmatched: t`Not imported` }}
      />
      <div className="c-running-foot">
        <p>
          <LiveNote>
            {paused
              ? t`The import is paused until you resume it.`
              : t`You can close this page. The import continues in the background.`}
          </LiveNote>
        </p>
        <ButtonGroup>
          {linked && <Button variant="tertiary" onClick={() => show(run.id)}>{t`View import`}</Button>}
          <RunningActions run={run} />
        </ButtonGroup>
      </div>
    </ProgressCard>
  )
}

/** An import ends at its last row or at the plan's limit. Duplicates move it forward, too. */
const percentOf = ({ done, total, imported, toImport }: RunFigures): number =>
  Math.floor(Math.max(done / Math.max(1, total), imported / Math.max(1, toImport)) * 100)

/** Shows the import on the start page with its own subscription, and its count at the end (spec 4). */
export function LinkedImport({ run: key, shop }: { run: RunKey; shop: ShopKey }) {
  const { t } = useLingui()
  const show = useShowRun()
  const run = useRunFigures(key)
  useLiveImport(run)
  switch (run.status) {
    case 'DONE':
    case 'CANCELLED':
      return <ImportedBanner run={key} shop={shop} />
    case 'FAILED':
      return (
        <Banner
          tone="critical"
          title={t`Import failed`}
          action={{ content: t`View import`, onAction: () => show(run.id) }}
        />
      )
    case 'UNDOING':
    case 'UNDONE':
      return <UndoProgress run={run} />
    default:
      return <RunningImport run={run} linked />
  }
}
