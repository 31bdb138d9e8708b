import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ChoiceList, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { DOWNGRADE_REASONS, type DowngradeReason } from '../../../../rules/subscription.ts'
import type { Feature } from '../../../../rules/plans.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { Offer } from './PlanCard.tsx'
import { LossSentence } from './LossSentence.tsx'
import { reasonWords } from './planWords.ts'

interface Props {
  offer: Offer
  /** Review requests of this month. */
  sent: number
  /** Name of the present plan. */
  present: string
  /** When the present plan ends; null: at once. */
  endsAt: string | null
  zone: string
  busy: boolean
  /** Takes the offer to stay at half the price; null: it was taken before, or the plan is billed annually. */
  stay: ((reason: DowngradeReason, text: string) => void) | null
  downgrade: (reason?: DowngradeReason, text?: string) => void
  onClose: () => void
}

/** Asks before a lower plan, or before monthly instead of annual billing of the same plan. */
export function LeavingDialog({ isSwitch, ...props }: Props & { isSwitch: boolean }) {
  return isSwitch ? <MonthlyDialog {...props} /> : <DowngradeDialog {...props} />
}

/** Names what a lower plan takes and asks for the reason. Then offers half the price for two months (spec 4). */
function DowngradeDialog({ offer, sent, present, endsAt, zone, busy, stay, downgrade, onClose }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const [reason, setReason] = useState<DowngradeReason | null>(null)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const name = offer.plan.displayName
  const end = endsAt ? format.date(endsAt, { dateStyle: 'long', timeZone: zone }) : ''
  const confirm = () => {
    if (reason) downgrade(reason, text)
    else setMissing(true)
  }
  return (
    <Dialog
      open
      title={t`Downgrade to ${name}?`}
      primary={{ label: t`Downgrade to ${name}`, destructive: true, busy, run: confirm }}
      cancelLabel={t`Keep ${present}`}
      onClose={onClose}
    >
      <BlockStack gap="400">
        <Text as="p">
          {end ? (
            <Trans>
              You keep {present} until {end}. This changes after that. What you saved stays for your return.
            </Trans>
          ) : (
            <Trans>This changes at once. What you saved stays for your return.</Trans>
          )}
        </Text>
        <Losses offer={offer} sent={sent} />
        <ChoiceList
          title={t`Why do you downgrade? (required)`}
          choices={DOWNGRADE_REASONS.map((value) => ({ value, label: i18n._(reasonWords[value]) }))}
          selected={reason ? [reason] : []}
          onChange={([chosen]) => {
            setReason(chosen as DowngradeReason)
            setMissing(false)
          }}
          error={isMissing ? t`Please select a reason to confirm downgrading.` : ''}
        />
        <div role="status">
          {stay && reason && <StayOffer present={present} busy={busy} stay={() => stay(reason, text)} />}
        </div>
        <TextField
          label={t`Anything else? (optional)`}
          value={text}
          onChange={setText}
          multiline={2}
          maxLength={1000}
          autoComplete="off"
        />
      </BlockStack>
    </Dialog>
  )
}

/** Says until when the year that is paid lasts, before a merchant chooses monthly billing. */
function MonthlyDialog({ endsAt, zone, busy, downgrade, onClose }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const day = endsAt && format.date(endsAt, { dateStyle: 'long', timeZone: zone })
  return (
    <Dialog
      open
      title={t`Switch to monthly billing`}
      primary={{ label: t`Switch to monthly billing`, busy, run: () => downgrade() }}
      onClose={onClose}
    >
      <BlockStack gap="100">
        <Text as="p" variant="headingSm">
          <Trans>Annual billing until {day}, then monthly</Trans>
        </Text>
        <Text as="p">
          <Trans>You keep what you paid for. Your plan stays.</Trans>
        </Text>
      </BlockStack>
    </Dialog>
  )
}

/** Offers half the price for two months to a merchant who is about to leave. */
function StayOffer({ present, busy, stay }: { present: string; busy: boolean; stay: () => void }) {
  const { t } = useLingui()
  return (
    <div className="c-stay">
      <BlockStack gap="200">
        <Text as="h3" variant="headingSm">
          <Trans>Stay for half the price</Trans>
        </Text>
        <Text as="p">
          <Trans>Keep {present} and pay 50% less for the next two months.</Trans>
        </Text>
        <div>
          <Button onClick={stay} disabled={busy}>{t`Stay with 50% off`}</Button>
        </div>
      </BlockStack>
    </div>
  )
}

/** Names what the shop uses now and the lower plan lacks, with the shop's own numbers. */
function Losses({ offer: { plan, losses }, sent }: Pick<Props, 'offer' | 'sent'>) {
  const name = plan.displayName
  const limit = plan.monthlyRequests
  const isOver = typeof limit === 'number' && sent > limit
  if (losses.length === 0 && !isOver)
    return (
      <Text as="p" tone="subdued">
        <Trans>You use nothing that {name} lacks.</Trans>
      </Text>
    )
  return (
    <ul className="c-losses">
      {isOver && (
        <li>
          <Trans>
            You sent {sent} review requests this month. {name} sends {limit} a month.
          </Trans>
        </li>
      )}
      {losses.map(({ feature, count }) => (
        <li key={feature}>
          <LossSentence feature={feature as Feature} count={count} />
        </li>
      ))}
    </ul>
  )
}
