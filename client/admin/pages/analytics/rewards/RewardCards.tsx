import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Card } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RewardCards_shop$data, RewardCards_shop$key } from '../../../../__generated__/RewardCards_shop.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useWorth } from '../../../ui/discountWords.ts'
import { useTurnOn, type RewardChanges } from './useTurnOn.ts'

const fragment = graphql`
  fragment RewardCards_shop on Shop {
    currency
    joy { integrated enableReviewDiscount pointsReview pointsPhoto }
    emailTemplates { discountReview { enabled discountExpirationReminder { enabled sendBefore } } }
    discount {
      version enableDiscount typeDiscount typeValueAllDiscount valueAllDiscount typeValuePhotoDiscount appliesTo expireDiscount
      expirationEmailDisabled valueTextDiscount enabledTextDiscount charactersRequired valuePhotoDiscount enabledPhotoDiscount photoRequired
    }
  }
`

interface Props {
  shop: RewardCards_shop$key
}

/** What a review earns: a card for each reward, with its state and the next step. */
export function RewardCards({ shop }: Props) {
  const { t } = useLingui()
  const { currency, discount, emailTemplates, joy } = useFragment(fragment, shop)
  return (
    <section className="c-rewards" aria-label={t`What a review earns`}>
      {discount.typeDiscount === 'ALL' ? (
        <ReviewReward kind="any" discount={discount} currency={currency} />
      ) : (
        <>
          <ReviewReward kind="text" discount={discount} currency={currency} />
          <ReviewReward kind="photo" discount={discount} currency={currency} />
        </>
      )}
      <Reminder discount={discount} email={emailTemplates.discountReview} />
      <PointsReward joy={joy} />
    </section>
  )
}

/** Points of the loyalty app, beside the codes. */
function PointsReward({ joy }: { joy: RewardCards_shop$data['joy'] }) {
  const { t } = useLingui()
  const mode = useMode()
  const { integrated, enableReviewDiscount, pointsReview, pointsPhoto } = joy
  const title = t`Loyalty points`
  return (
    <RewardCard
      icon="M10 3l2.1 4.4 4.9.6-3.6 3.3.9 4.8L10 13.8l-4.3 2.3.9-4.8L3 8l4.9-.6z"
      title={title}
      isOn={integrated && enableReviewDiscount}
      act={
        integrated ? (
          <Button url={hrefIn(mode, '/settings/integration/joy')} accessibilityLabel={t`Edit: ${title}`}>
            {t`Edit`}
          </Button>
        ) : (
          <Button url={hrefIn(mode, '/settings/integration/joy')}>{t`Connect Joy`}</Button>
        )
      }
    >
      {integrated ? (
        <>
          <p className="c-rewards-worth">{t`${plural(pointsReview, { one: '# point', other: '# points' })}`}</p>
          <p>{t`${plural(pointsPhoto, { one: '# point with a photo', other: '# points with a photo' })}`}</p>
        </>
      ) : (
        <p>
          <Trans>Connect Joy to give points for each published review.</Trans>
        </p>
      )}
    </RewardCard>
  )
}

type Discount = RewardCards_shop$data['discount']

const icons = {
  text: 'M5 4h10M5 8h10M5 12h10M5 16h6',
  photo: 'M3.5 6h3L8 4h4l1.5 2h3v10h-13zM10 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
} as const

interface RewardProps {
  /** `any`: text and photo reviews earn the same. */
  kind: 'any' | 'text' | 'photo'
  discount: Discount
  currency: string
}

function ReviewReward({ kind, discount, currency }: RewardProps) {
  const { t } = useLingui()
  const worth = useWorth()
  const { enableDiscount, charactersRequired, photoRequired, appliesTo, version } = discount
  const { title, icon, isOwnOn, value, condition } = {
    any: {
      title: t`Every review`,
      icon: icons.text,
      isOwnOn: true,
      value: discount.valueAllDiscount,
      condition: t`The same for every review`,
    },
    text: {
      title: t`Text review`,
      icon: icons.text,
      isOwnOn: discount.enabledTextDiscount,
      value: discount.valueTextDiscount,
      condition: t`${plural(charactersRequired, { one: 'With at least # character', other: 'With at least # characters' })}`,
    },
    photo: {
      title: t`Photo review`,
      icon: icons.photo,
      isOwnOn: discount.enabledPhotoDiscount,
      value: discount.valuePhotoDiscount,
      condition: t`${plural(photoRequired, { one: 'With at least # photo or video', other: 'With at least # photos or videos' })}`,
    },
  }[kind]
  const isOn = enableDiscount && isOwnOn
  const own = { any: {}, text: { enabledTextDiscount: true }, photo: { enabledPhotoDiscount: true } }[kind]
  // Off as a whole, both are shown as off: turning one on must not turn on the other.
  const other = enableDiscount
    ? {}
    : { any: {}, text: { enabledPhotoDiscount: false }, photo: { enabledTextDiscount: false } }[kind]
  const changes = { enableDiscount: true, ...own, ...other }
  return (
    <RewardCard
      icon={icon}
      title={title}
      isOn={isOn}
      act={<RewardAct title={title} isOn={isOn} changes={changes} version={version} />}
    >
      <p className="c-rewards-worth">
        {worth({
          currency,
          appliesTo,
          type: kind === 'any' ? discount.typeValueAllDiscount : discount.typeValuePhotoDiscount,
          value,
        })}
      </p>
      <p>{condition}</p>
    </RewardCard>
  )
}

interface ReminderProps {
  discount: Discount
  email: RewardCards_shop$data['emailTemplates']['discountReview']
}

function Reminder({ discount, email }: ReminderProps) {
  const { t } = useLingui()
  const { expireDiscount, expirationEmailDisabled, version } = discount
  const { enabled, sendBefore } = email.discountExpirationReminder
  const hasEmail = email.enabled && enabled
  const isOn = hasEmail && !expirationEmailDisabled && expireDiscount > 0
  // Only its own switch can be turned on here: the other reasons need a decision.
  const canTurnOn = hasEmail && expireDiscount > 0
  return (
    <RewardCard
      icon="M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 2"
      title={t`Reminder`}
      isOn={isOn}
      act={
        <RewardAct
          title={t`Reminder`}
          isOn={isOn || !canTurnOn}
          changes={{ expirationEmailDisabled: false }}
          version={version}
        />
      }
    >
      {expireDiscount === 0 ? (
        <p>
          <Trans>Your codes never expire, so no reminder is needed.</Trans>
        </p>
      ) : (
        <>
          <p className="c-rewards-worth">{t`${plural(sendBefore, { one: '# day before', other: '# days before' })}`}</p>
          <p>
            {hasEmail ? (
              <Trans>For unused codes that were sent by email</Trans>
            ) : (
              <Trans>The discount email is turned off, so no reminder is sent.</Trans>
            )}
          </p>
        </>
      )}
    </RewardCard>
  )
}

interface CardProps {
  title: string
  icon: string
  isOn?: boolean
  act?: ReactNode
  children: ReactNode
}

function RewardCard({ title, icon, isOn, act, children }: CardProps) {
  const { t } = useLingui()
  return (
    <Card>
      <article className="c-reward" aria-label={title}>
        <header>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={icon} />
          </svg>
          <h2>{title}</h2>
          {isOn !== undefined && <Badge {...(isOn ? { tone: 'success' as const } : {})}>{isOn ? t`On` : t`Off`}</Badge>}
        </header>
        {children}
        {act && <footer>{act}</footer>}
      </article>
    </Card>
  )
}

interface ActProps {
  title: string
  isOn: boolean
  changes: RewardChanges
  version: number
}

function RewardAct({ title, isOn, changes, version }: ActProps) {
  const { t } = useLingui()
  const mode = useMode()
  const readOnly = useReadOnly()
  const [turnOn, busy] = useTurnOn()
  if (isOn || readOnly)
    return (
      <Button
        url={hrefIn(mode, '/collect-reviews/discount')}
        accessibilityLabel={readOnly ? t`View: ${title}` : t`Edit: ${title}`}
      >
        {readOnly ? t`View` : t`Edit`}
      </Button>
    )
  return (
    <Button loading={busy} accessibilityLabel={t`Turn on: ${title}`} onClick={() => turnOn({ ...changes, version })}>
      {t`Turn on`}
    </Button>
  )
}
