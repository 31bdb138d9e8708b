import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card } from '@shopify/polaris'
import { Suspense } from 'react'
import { ProductName } from './ProductChoice.tsx'
import { useImportPlace } from './useImportPlace.ts'

/** Which product the merchant imports for: the answer that the check begins with. */
export function ForProduct({ product }: { product: string }) {
  const { t } = useLingui()
  const { importFor } = useImportPlace()
  return (
    <Card padding="300">
      <div className="c-import-head">
        <p><span className="c-quiet"><Trans>Reviews without a product of yours go to</Trans></span> <strong data-user-content><Suspense><ProductName id={product} /></Suspense></strong></p>
        <Button variant="plain" onClick={() => importFor(null)}>{t`Not for one product`}</Button>
      </div>
    </Card>
  )
}
