import { Trans } from '@lingui/react/macro'

/** The picture next to the login. */
export function Praise() {
  return (
    <div className="c-praise" aria-hidden="true">
      <p className="c-praise-line">
        <Trans>Product reviews a store can stand behind.</Trans>
      </p>
      <div className="c-praise-cards">
        {[5, 4, 5].map((rate, at) => (
          <div key={at} className="c-praise-card">
            <span className="c-praise-stars">
              {'★'.repeat(rate)}
              <i>{'★'.repeat(5 - rate)}</i>
            </span>
            <span className="c-praise-text" />
            <span className="c-praise-text" />
            <span className="c-praise-text" />
            <span className="c-praise-by">
              <b />
              <span />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
