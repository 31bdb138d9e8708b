import '../integrations.css'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { joyLoaderQuery, joyLoaderQuery$data } from '../../../../__generated__/joyLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { NumberSetting } from '../../../ui/settings/NumberSetting.tsx'
import { SettingCheckbox } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { OwnLog } from '../DeliveryLog.tsx'
import { IntegrationCard } from '../IntegrationCard.tsx'
import { useJoyForm, type JoyForm } from './joyForm.ts'
import { joyQuery } from './joyLoader.ts'

type Shop = NonNullable<joyLoaderQuery$data['viewer']['shop']>

/** Joy, the loyalty app: its connection, and the points that reviews earn (spec 2). */
export function Component() {
  const query = useRouteQuery<joyLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<joyLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<joyLoaderQuery>(joyQuery, query)
  return shop && <Joy shop={shop} />
}

function Joy({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const { revalidate } = useRevalidator()
  const form = useJoyForm(shop.joy)
  const service = shop.integrations.find(({ key }) => key === 'joy')
  return (
    <SettingsPage
      title={t`Joy`}
      forms={[form]}
      backAction={{ content: t`Integrations`, url: hrefIn(mode, '/settings/integration') }}
      notes={
        <Notes
          isConnected={service?.isConnected === true}
          isOn={form.values.enableReviewDiscount}
          totals={shop.pointsTotals}
        />
      }
    >
      {service && (
        <Layout.AnnotatedSection
          title={t`Connection`}
          description={
            <>
              <Trans>Connect Joy to give loyalty points for reviews.</Trans>{' '}
              <Trans>
                Joy hasn’t published the call that gives points. Test the connection first, then check in Joy that the
                first points arrive.
              </Trans>
            </>
          }
        >
          <IntegrationCard integration={service.card} isOwnPage onTested={() => void revalidate()} />
        </Layout.AnnotatedSection>
      )}
      <Points form={form} totals={shop.pointsTotals} />
      <SettingsSection
        title={t`Emails`}
        description={t`Emails name the points beside the discount code, if you give both.`}
      >
        <SettingCheckbox form={form} name="enableReviewRequest" label={t`Name the points in review requests`} />
        <SettingCheckbox form={form} name="enablePhotoReviewReminder" label={t`Name the points in photo reminders`} />
      </SettingsSection>
      <OwnLog edges={shop.integrationDeliveries.edges} />
    </SettingsPage>
  )
}

interface NotesProps {
  isConnected: boolean
  isOn: boolean
  totals: Shop['pointsTotals']
}

function Notes({ isConnected, isOn, totals: { failed } }: NotesProps) {
  const { t } = useLingui()
  if (isOn && !isConnected)
    return (
      <Banner tone="warning" title={t`Joy isn’t connected`}>{t`Reviews earn no points until you connect Joy.`}</Banner>
    )
  if (failed === 0) return null
  return (
    <Banner
      tone="critical"
      title={t`${plural(failed, { one: 'Joy refused the points of # review', other: 'Joy refused the points of # reviews' })}`}
    >{t`The reasons are under Recent activity. Disconnect Joy and connect it again to retry.`}</Banner>
  )
}

function Points({ form, totals: { given, waiting } }: { form: JoyForm; totals: Shop['pointsTotals'] }) {
  const { t } = useLingui()
  return (
    <SettingsSection
      title={t`Points`}
      description={t`An order earns points once, when its review is published, whatever the rating. These reviews are marked as incentivized. Candor never takes points back.`}
    >
      <SettingCheckbox
        form={form}
        name="enableReviewDiscount"
        label={t`Reviews earn points`}
        helpText={t`For signed-in customers and customers with an order.`}
      />
      {form.values.enableReviewDiscount && (
        <>
          <NumberSetting form={form} name="pointsReview" label={t`Points for a review`} min={1} max={100_000} />
          <NumberSetting
            form={form}
            name="pointsPhoto"
            label={t`Points for a review with a photo or video`}
            min={1}
            max={100_000}
          />
          <p className="c-quiet">{t`Instead of the points for a review. A photo added later earns the difference.`}</p>
        </>
      )}
      {(given > 0 || waiting > 0) && (
        <p className="c-quiet">
          {t`${plural(given, { one: '# point given', other: '# points given' })} · ${plural(waiting, { one: '# review waits', other: '# reviews wait' })}`}
        </p>
      )}
    </SettingsSection>
  )
}
