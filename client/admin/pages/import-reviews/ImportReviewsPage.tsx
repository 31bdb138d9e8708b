import './import-reviews.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, SkeletonBodyText } from '@shopify/polaris'
import { lazy, Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { importReviewsLoaderQuery } from '../../../__generated__/importReviewsLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { QuickStartBack } from '../../ui/QuickStartBack.tsx'
import { ForProduct } from './ForProduct.tsx'
import { ImportHistory } from './ImportHistory.tsx'
import { ImportRun } from './ImportRun.tsx'
import { importReviewsQuery } from './importReviewsLoader.ts'
import { LinkedImport } from './RunningImport.tsx'
import { sources } from './sites.ts'
import { SourceList } from './SourceList.tsx'
import { UploadCard } from './UploadCard.tsx'
import { useImportPlace } from './useImportPlace.ts'
import { useLookOnReturn, useShowRun } from './useImportRun.ts'

const SourceView = lazy(() => import('./SourceView.tsx').then((module) => ({ default: module.SourceView })))

/** Shown above everything else until it has ended, and its end as long as the page is open. */
const atWork: ReadonlySet<string> = new Set(['RUNNING', 'PAUSED', 'UNDOING'])

/** Moves a shop in with a file: upload, check, start, watch, result (spec 2: Import reviews, Manual import). */
export function Component() {
  const query = useRouteQuery<importReviewsLoaderQuery>()
  return <Suspense fallback={<PageSkeleton />}><ImportReviews query={query} /></Suspense>
}

function ImportReviews({ query }: { query: PreloadedQuery<importReviewsLoaderQuery> }) {
  const { t } = useLingui()
  const { importRun, viewer: { shop } } = usePreloadedQuery<importReviewsLoaderQuery>(importReviewsQuery, query)
  const show = useShowRun()
  const { source, product, open } = useImportPlace()
  const from = sources.find(({ id }) => id === source)?.name
  useLookOnReturn()
  const runs = shop?.imports.edges.map(({ node }) => node) ?? []
  const running = runs.find(({ status }) => atWork.has(status))?.id
  const [watchedId, setWatchedId] = useState(running)
  if (running && running !== watchedId) setWatchedId(running)
  const watched = runs.find(({ id }) => id === watchedId)
  return (
    <AdminPage
      title={from ? t`Import from ${from}` : t`Import reviews`}
      {...(importRun || source ? { backAction: { content: t`Import reviews`, onAction: () => (importRun ? show(null) : open(null)) } } : {})}
    >
      <div className="c-import">
        <QuickStartBack />
        {importRun
          ? <ImportRun key={importRun.id} run={importRun} />
          : (
              <>
                {watched ? <LinkedImport key={watched.id} run={watched} /> : !source && <p className="c-import-lead"><Trans>Bring the reviews you have elsewhere, from a file. You see what will come in before anything is saved, and nobody gets a mail because of it.</Trans></p>}
                {product && <ForProduct product={product} />}
                {source
                  ? <Suspense fallback={<Card><SkeletonBodyText lines={8} /></Card>}><SourceView key={source} source={source} /></Suspense>
                  : (
                      <>
                        <UploadCard />
                        <SourceList />
                        {runs.length > 0 && <ImportHistory runs={runs} />}
                      </>
                    )}
              </>
            )}
      </div>
    </AdminPage>
  )
}
