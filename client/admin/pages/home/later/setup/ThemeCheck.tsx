import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Spinner } from '@shopify/polaris'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '../../../../shell/Dialog.tsx'
import { useThemePlacements } from '../../../../ui/ThemePlacement.tsx'
import { useReturns } from '../../../../ui/useReturns.ts'

/**
 * Checks that the live theme shows the review box (spec 8). Leads on if it does; otherwise warns, links to the theme
 * editor and checks again when the merchant returns.
 */
export function ThemeCheck({ next, onClose }: { next: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const placements = useThemePlacements(useReturns())
  const box = placements?.find(({ widget }) => widget === 'reviewBox')
  const lead = useEffectEvent(next)
  const isPlaced = box?.isPlaced === true
  useEffect(() => {
    if (isPlaced) lead()
  }, [isPlaced])
  if (isPlaced) return null
  if (placements === undefined)
    return (
      <p className="c-quiet" role="status">
        <Spinner size="small" /> {t`Checking your theme…`}
      </p>
    )
  const addUrl = box && box.supportAppBlock !== false ? box.addUrl : null
  return (
    <Dialog
      open
      title={
        box?.supportAppBlock === false ? t`Your theme doesn’t take app blocks` : t`Reviews aren’t in your theme yet`
      }
      primary={
        addUrl === null
          ? { label: t`Continue without`, run: next }
          : { label: t`Add to theme`, run: () => void window.open(addUrl, '_blank') }
      }
      onClose={onClose}
    >
      <p>
        <Finding isOld={box?.supportAppBlock === false} isChecked={box?.isPlaced === false} />
      </p>
      {addUrl !== null && (
        <p className="c-setup-add">
          <Button variant="plain" onClick={next}>{t`Continue without`}</Button>
        </p>
      )}
    </Dialog>
  )
}

function Finding({ isOld, isChecked }: { isOld: boolean; isChecked: boolean }) {
  if (isOld)
    return (
      <Trans>
        Switch to an Online Store 2.0 theme, then add the review block. Until then shoppers can’t see reviews.
      </Trans>
    )
  return isChecked ? (
    <Trans>
      We couldn’t find the review block in your live theme, so shoppers can’t see reviews. Add it, save the theme, and
      come back: we check again and continue.
    </Trans>
  ) : (
    <Trans>Shopify didn’t say what is in your theme. Add the review block, or continue and check later.</Trans>
  )
}
