import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card } from '@shopify/polaris'
import { Part } from '../../../shell/Part.tsx'
import { ProductName } from '../check/ProductChoice.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useImportPlace } from '../useImportPlace.ts'

/** Names the product of a manual import, which is the check's first answer. */
export function ForProduct({ product }: { product: string }) {
  const { t } = useLingui()
  const { importFor } = useImportPlace()
  const heading = useHeadingFocus(product)
  return (
    <Card>
      <div className="c-check c-import-head">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            <Trans>
              For{' '}
              <span data-user-content>
                <Part waits={null} failed={() => null}>
                  <ProductName id={product} />
                </Part>
              </span>
            </Trans>
          </h2>
          <p className="c-quiet">
            {t`Choose a source. Reviews that don’t match one of your products are added to this one.`}
          </p>
        </div>
        <Button onClick={() => importFor(null)}>{t`Change product`}</Button>
      </div>
    </Card>
  )
}
