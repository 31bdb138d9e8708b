import './import-reviews.css'
import { useLingui } from '@lingui/react/macro'
import { Banner, Card, SkeletonBodyText } from '@shopify/polaris'
import { Suspense, useState, type ReactNode } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useSearchParams } from 'react-router'
import type { importReviewsLoaderQuery } from '../../../__generated__/importReviewsLoaderQuery.graphql.ts'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { Part } from '../../shell/Part.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { QuickStartBack } from '../../ui/QuickStartBack.tsx'
import { ForProduct } from './sources/ForProduct.tsx'
import { ImportedBanner } from './run/ImportedBanner.tsx'
import { ImportHistory } from './ImportHistory.tsx'
import { ImportRun } from './run/ImportRun.tsx'
import { importReviewsQuery } from './importReviewsLoader.ts'
import { LinkedImport } from './run/RunningImport.tsx'
import { sources } from './sources/sites.ts'
import { SourceList } from './sources/SourceList.tsx'
import { UploadCard } from './upload/UploadCard.tsx'
import { useImportPlace } from './useImportPlace.ts'
import { useImports, type ListedImport } from './useImports.ts'
import { useImportsWatch, useShowRun } from './useImportRun.ts'

const ProductList = lazyComponent(() => import('./ProductList.tsx').then((module) => module.ProductList))
const SourceView = lazyComponent(() => import('./sources/SourceView.tsx').then((module) => module.SourceView))

/** Shown at the top until the import ends. Its result stays as long as the page is open. */
const atWork: ReadonlySet<string> = new Set(['RUNNING', 'PAUSED', 'UNDOING'])
/** The banner is about the latest of these (spec 4). */
const ended: ReadonlySet<string> = new Set(['DONE', 'CANCELLED', 'FAILED', 'UNDONE'])

const LaterProducts = () => (
  <Later>
    <ProductList />
  </Later>
)

/**
 * Imports a shop's reviews from a file: upload, check, start, progress, result (spec 2: Import reviews, Manual import).
 */
export function Component() {
  const query = useRouteQuery<importReviewsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ImportReviews query={query} />
    </Suspense>
  )
}

function ImportReviews({ query }: { query: PreloadedQuery<importReviewsLoaderQuery> }) {
  const { t } = useLingui()
  const {
    importRun,
    viewer: { shop },
  } = usePreloadedQuery<importReviewsLoaderQuery>(importReviewsQuery, query)
  const mode = useMode()
  const fromQuickStart = useSearchParams()[0].has('quickstart')
  const show = useShowRun()
  const { run, source, product, manual, open } = useImportPlace()
  const from = sources.find(({ id }) => id === source)?.name
  useImportsWatch()
  const { runs, more, loading } = useImports(shop ?? null)
  const running = runs.find(({ status }) => atWork.has(status))?.id
  const [watchedId, setWatchedId] = useState(running)
  if (running && running !== watchedId) setWatchedId(running)
  const watched = runs.find(({ id }) => id === watchedId)
  const last = lastStarted(runs.filter(({ status }) => ended.has(status)))
  const list = manual && !product && <LaterProducts />
  return (
    <AdminPage
      title={from ? t`Import from ${from}` : manual ? t`Manual import` : t`Import reviews`}
      {...(importRun || source
        ? { backAction: { content: t`Import reviews`, onAction: () => (importRun ? show(null) : open(null)) } }
        : fromQuickStart
          ? {}
          : { backAction: { content: t`Collect reviews`, url: hrefIn(mode, '/collect-reviews') } })}
    >
      <div className="c-import">
        <QuickStartBack />
        {importRun ? (
          <ImportRun key={importRun.id} run={importRun} />
        ) : (
          <>
            {run !== null && <NotHere />}
            {shop && watched && <LinkedImport key={watched.id} run={watched} shop={shop} />}
            {shop && !watched && !source && !product && last && <ImportedBanner key={last.id} run={last} shop={shop} />}
            {product && <ForProduct product={product} />}
            {source ? (
              <Later>
                <SourceView key={source} source={source} />
              </Later>
            ) : (
              <>
                {!watched && !product && (
                  <p className="c-import-lead">
                    {t`Bring in your existing reviews from a file, another app, or a marketplace. You see the results before anything is saved, and no emails are sent.`}
                  </p>
                )}
                {!fromQuickStart && list}
                {product && <SourceList />}
                <UploadCard />
                {!product && <SourceList />}
                {fromQuickStart && list}
                {runs.length > 0 && <ImportHistory runs={runs} more={more} loading={loading} />}
              </>
            )}
          </>
        )}
      </div>
    </AdminPage>
  )
}

/** Files can be started in another order than uploaded. Skips imports that never started. */
function lastStarted(runs: readonly ListedImport[]): ListedImport | undefined {
  const begun = (run: ListedImport | undefined) => (run?.startedAt ? new Date(run.startedAt).getTime() : -Infinity)
  return runs.reduce<ListedImport | undefined>((last, run) => (begun(run) > begun(last) ? run : last), undefined)
}

/** Says that the URL's import doesn't exist: the link is old, or another tab discarded the import. */
function NotHere() {
  const { t } = useLingui()
  const show = useShowRun()
  return (
    <Banner tone="warning" title={t`We can’t find this import`} onDismiss={() => show(null)}>
      <p>{t`It was discarded, or the URL may be mistyped.`}</p>
    </Banner>
  )
}

/** Suspense boundary for parts that load their own code and data. */
function Later({ children }: { children: ReactNode }) {
  return (
    <Part
      waits={
        <Card>
          <SkeletonBodyText lines={8} />
        </Card>
      }
      failed={(notice) => <Card>{notice}</Card>}
    >
      {children}
    </Part>
  )
}
