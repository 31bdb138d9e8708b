import { useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { sources } from './sites.ts'
import { useImportPlace } from '../useImportPlace.ts'

/** Lists the sources with their own view. Everything else is a file. */
export function SourceList() {
  const { t, i18n } = useLingui()
  const { hrefOf, manual, product } = useImportPlace()
  const mode = useMode()
  return (
    <Card>
      <section className="c-sources" aria-labelledby="import-sources">
        <h2 id="import-sources">{product ? t`From a marketplace or an app` : t`Or from a marketplace or an app`}</h2>
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
                <strong>{t`For one product`}</strong>
                <span>{t`Choose a product first, then where its reviews come from`}</span>
              </Link>
            </li>
          )}
        </ul>
      </section>
    </Card>
  )
}
