import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, ButtonGroup, Card, ProgressBar } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportedBanner_shop$key } from '../../../../__generated__/ImportedBanner_shop.graphql.ts'
import type { RunningImport_run$key } from '../../../../__generated__/RunningImport_run.graphql.ts'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { Figures } from './Figures.tsx'
import { ImportedBanner } from './ImportedBanner.tsx'
import { RunningActions } from './RunningActions.tsx'
import { ProgressAnnouncement } from './ProgressAnnouncement.tsx'
import { UndoProgress } from './UndoProgress.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useDetailsOf, useLiveImport, useShowRun } from '../useImportRun.ts'

const fragment = graphql`
  fragment RunningImport_run on ImportRun {
    id
    status
    fileName
    total
    done
    imported
    duplicates
    unmatched
    bad
    ...UndoProgress_run
    ...ImportedBanner_run
  }
`

interface Props {
  run: RunningImport_run$key
  /** Shown on another page, with a link to the import. */
  linked?: boolean
}

/** Shows a running or paused import live. */
export function RunningImport({ run: key, linked = false }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const show = useShowRun()
  const run = useFragment(fragment, key)
  const { total, done, imported, duplicates, unmatched, bad } = run
  const [looked, all] = [format.number(done), format.number(total)]
  const paused = run.status === 'PAUSED'
  const heading = useHeadingFocus(run.id, !linked)
  const share = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <Card>
      <div className="c-running">
        <div>
          <h2 id="running-import" ref={heading} tabIndex={-1}>
            {paused ? (
              <Trans>
                Paused at {looked} of {all}
              </Trans>
            ) : (
              <Trans>Importing your reviews</Trans>
            )}
          </h2>
          <p className="c-quiet" data-user-content>
            {run.fileName}
          </p>
        </div>
        {!paused && (
          <p className="c-running-count">
            <strong>{looked}</strong>{' '}
            <span>
              <Trans>of {all}</Trans>
            </span>
          </p>
        )}
        <ProgressBar progress={share} tone={paused ? 'highlight' : 'primary'} ariaLabelledBy="running-import" />
        <Figures
          bar={false}
          counts={{ fresh: imported, duplicates, unmatched, bad }}
          labels={{ fresh: t`Imported`, unmatched: t`Not imported` }}
        />
        <div className="c-running-foot">
          <p>
            <LiveNote>
              {paused ? (
                <Trans>The import is paused until you resume it.</Trans>
              ) : (
                <Trans>You can close this page. The import continues in the background.</Trans>
              )}
            </LiveNote>
          </p>
          <ButtonGroup>
            {linked && <Button variant="tertiary" onClick={() => show(run.id)}>{t`View import`}</Button>}
            <RunningActions importId={run.id} paused={paused} imported={imported} />
          </ButtonGroup>
        </div>
        <ProgressAnnouncement done={done} total={total} still={paused} />
      </div>
    </Card>
  )
}

/** Shows the import on the start page with its own subscription, and its count at the end (spec 4). */
export function LinkedImport({ run: key, shop }: { run: RunningImport_run$key; shop: ImportedBanner_shop$key }) {
  const { t } = useLingui()
  const show = useShowRun()
  const run = useFragment(fragment, key)
  useLiveImport(run.id)
  useDetailsOf(run.status)
  switch (run.status) {
    case 'DONE':
    case 'CANCELLED':
      return <ImportedBanner run={run} shop={shop} />
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
      return <RunningImport run={key} linked />
  }
}
