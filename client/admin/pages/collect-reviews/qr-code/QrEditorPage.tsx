import './qr-code.css'
import { useLingui } from '@lingui/react/macro'
import { Card, EmptySearchResult } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  qrEditorLoaderQuery,
  qrEditorLoaderQuery$data,
} from '../../../../__generated__/qrEditorLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { CardPreview } from './CardPreview.tsx'
import { qrEditorQuery } from './qrEditorLoader.ts'
import { QrFields } from './QrFields.tsx'
import { useQrForm } from './qrForm.ts'

/** Editor of one product's QR code and of the design of all cards (spec 2). */
export function Component() {
  const query = useRouteQuery<qrEditorLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

type Data = qrEditorLoaderQuery$data
export type QrProduct = Extract<NonNullable<Data['node']>, { __typename: 'Product' }>

function Loaded({ query }: { query: PreloadedQuery<qrEditorLoaderQuery> }) {
  const { i18n, t } = useLingui()
  const mode = useMode()
  const {
    node,
    viewer: { shop },
  } = usePreloadedQuery<qrEditorLoaderQuery>(qrEditorQuery, query)
  const back = { content: t`QR codes`, url: hrefIn(mode, '/collect-reviews/qr-code') }
  if (node?.__typename === 'Product' && shop)
    return <Editor key={node.id} product={node} settings={shop.qr} back={back} />
  return (
    <AdminPage title={t`QR code`} backAction={back}>
      <Card>
        <EmptySearchResult
          title={formatSentence(i18n, 'productMissing')}
          description={t`It may have been deleted from your store. Choose another product.`}
          withIllustration
        />
      </Card>
    </AdminPage>
  )
}

interface Props {
  product: QrProduct
  settings: NonNullable<Data['viewer']['shop']>['qr']
  back: { content: string; url: string }
}

function Editor({ product, settings, back }: Props) {
  const { t } = useLingui()
  const form = useQrForm(settings)
  return (
    <SettingsPage
      title={product.title}
      subtitle={t`The design applies to the QR codes of all products.`}
      wide
      forms={[form]}
      backAction={back}
    >
      <div className="c-qr">
        <QrFields form={form} />
        <div className="c-qr-side">
          <CardPreview form={form} product={product} />
        </div>
      </div>
    </SettingsPage>
  )
}
