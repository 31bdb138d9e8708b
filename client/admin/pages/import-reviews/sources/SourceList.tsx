import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { sources } from './sites.ts'
import { useImportPlace } from '../useImportPlace.ts'

/** Lists the sources with their own view. Everything else is a file. */
export function SourceList() {
  const { i18n } = useLingui()
  const { hrefOf, manual, product } = useImportPlace()
  const mode = useMode()
  return (
    <Card>
      <section className="c-sources" aria-labelledby="import-sources">
        <h2 id="import-sources">
          {product ? <Trans>From a marketplace or an app</Trans> : <Trans>Or from a marketplace or an app</Trans>}
        </h2>
        <ul>
          {sources.map(({ id, name, way }) => (
            <li key={id}>
              <Link to={hrefOf(id)}>
                <strong>{name}</strong>
                <span>{i18n._(way)}</span>
              </Link>
            </li>
          ))}
          {!manual && !product && (
            <li>
              <Link to={hrefIn(mode, '/collect-reviews/reviews/import')}>
                <strong>
                  <Trans>For one product</Trans>
                </strong>
                <span>
                  <Trans>Choose a product first, then where its reviews come from</Trans>
                </span>
              </Link>
            </li>
          )}
        </ul>
      </section>
    </Card>
  )
}
