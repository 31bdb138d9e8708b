import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Dialog } from '../Dialog.tsx'
import { useLogOut } from '../session/useLogOut.ts'
import { useViewer } from '../frame/viewer.tsx'

/** Bottom of the menu: shop, login, and links out. */
export function AccountMenu() {
  const { t } = useLingui()
  const { shop, account } = useViewer()
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const logOut = useLogOut()
  const severalShops = (account?.shops.length ?? 0) > 1
  return (
    <div className="c-account">
      <span className="c-account-mark" aria-hidden="true">
        {initialOf(shop.name)}
      </span>
      <div className="c-account-names">
        <strong data-user-content>{shop.name}</strong>
        {account && <span data-user-content>{account.name || account.email}</span>}
      </div>
      <div className="c-account-acts">
        {severalShops && (
          <button type="button" onClick={() => void navigate('/shops')}>
            <Trans>Switch shop</Trans>
          </button>
        )}
        <Link to="/account">
          <Trans>Your account</Trans>
        </Link>
        <button type="button" onClick={() => setLeaving(true)}>
          <Trans>Log out</Trans>
        </button>
      </div>
      <Dialog
        open={leaving}
        title={t`Log out`}
        primary={{ label: t`Log out`, run: () => void logOut() }}
        onClose={() => setLeaving(false)}
      >
        <Trans>You’ll need to sign in again to manage your reviews.</Trans>
      </Dialog>
    </div>
  )
}

const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? ''
