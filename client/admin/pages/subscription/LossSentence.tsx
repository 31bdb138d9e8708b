import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Feature } from '../../../../rules/plans.ts'
import { featureWords } from './planWords.ts'

/** Says what a downgrade changes for a feature that the shop uses, with the shop's own number. */
export function LossSentence({ feature, count }: { feature: Feature; count: number }) {
  const { i18n } = useLingui()
  const name = i18n._(featureWords[feature])
  switch (feature) {
    case 'qrCode':
      return (
        <Plural
          value={count}
          one="# scanned QR code keeps working, but you can’t make or change codes."
          other="# scanned QR codes keep working, but you can’t make or change codes."
        />
      )
    case 'videoReviews':
      return (
        <Plural
          value={count}
          one="# video stays on your store, but customers can’t send new ones."
          other="# videos stay on your store, but customers can’t send new ones."
        />
      )
    case 'replies':
      return (
        <Plural
          value={count}
          one="# reply stays on your store, but you can’t write or change replies."
          other="# replies stay on your store, but you can’t write or change replies."
        />
      )
    case 'recycleBin':
      return (
        <Plural
          value={count}
          one="# review stays in the trash, but you can’t move more there."
          other="# reviews stay in the trash, but you can’t move more there."
        />
      )
    case 'customCss':
      return (
        <Plural
          value={count}
          one="Your own CSS stops working in # place."
          other="Your own CSS stops working in # places."
        />
      )
    case 'removeBranding':
      return <Trans>The Candor branding comes back to your widgets and emails.</Trans>
    case 'pushNotifications':
      return (
        <Plural
          value={count}
          one="# customer gets no more push notifications."
          other="# customers get no more push notifications."
        />
      )
    default:
      return <Trans>No longer included: {name}</Trans>
  }
}
