import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { popupLoaderQuery, popupLoaderQuery$data } from '../../../../__generated__/popupLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingChoices, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { DesignPage } from '../DesignPage.tsx'
import { SecondsSetting } from '../../../ui/settings/NumberSetting.tsx'
import { MinimumRatingField, PageLines } from '../PlacementFields.tsx'
import { usePopupForm } from './popupForm.ts'
import { popupQuery } from './popupLoader.ts'

/** Design of the popup of recent reviews (spec 2, 3). */
export function Component() {
  const query = useRouteQuery<popupLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<popupLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<popupLoaderQuery>(popupQuery, query)
  return shop && <Popup shop={shop} />
}

function Popup({ shop }: { shop: NonNullable<popupLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = usePopupForm(shop.popup)
  const { showOnDesktop, showOnMobile, pageShow } = form.values
  const styles = [
    { value: 'card', label: t`Card with photo` },
    { value: 'compact', label: t`Compact` },
  ]
  const corners = [
    { value: 'bottomLeft', label: t`Bottom left` },
    { value: 'bottomRight', label: t`Bottom right` },
    { value: 'topLeft', label: t`Top left` },
    { value: 'topRight', label: t`Top right` },
  ]
  return (
    <DesignPage
      title={t`Popup`}
      subtitle={t`Recent reviews in a corner, one after another.`}
      shop={shop}
      form={form}
      widget="reviewPopup"
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enabled" label={t`Show the popup`} />
        <MinimumRatingField form={form} name="minimumRating" />
        <SettingCheckbox form={form} name="showReviewImage" label={t`Show photos of reviews`} />
        <SettingSelect
          form={form}
          name="emptyImage"
          label={t`Without a photo, show`}
          options={[
            { value: 'initial', label: t`The reviewer’s initial` },
            { value: 'product', label: t`The product’s image` },
            { value: 'none', label: t`Nothing` },
          ]}
        />
      </SettingsFold>
      <SettingsFold title={t`Devices`}>
        <SettingCheckbox form={form} name="showOnDesktop" label={t`Show on desktop`} />
        <SettingSelect
          form={form}
          name="popDesktopStyle"
          label={t`Style on desktop`}
          options={styles}
          disabled={!showOnDesktop}
        />
        <SettingSelect
          form={form}
          name="desktopPosition"
          label={t`Position on desktop`}
          options={corners}
          disabled={!showOnDesktop}
        />
        <SettingCheckbox form={form} name="showOnMobile" label={t`Show on mobile`} />
        <SettingSelect
          form={form}
          name="popMobileStyle"
          label={t`Style on mobile`}
          options={styles}
          disabled={!showOnMobile}
        />
        <SettingSelect
          form={form}
          name="mobilePosition"
          label={t`Position on mobile`}
          options={[
            { value: 'bottom', label: t`Bottom` },
            { value: 'top', label: t`Top` },
          ]}
          disabled={!showOnMobile}
        />
      </SettingsFold>
      <SettingsFold title={t`Timing`}>
        <SecondsSetting
          form={form}
          name="delayDuration"
          label={t`Delay before the first review`}
          perSecond={1000}
          min={0}
          max={600_000}
        />
        <SecondsSetting
          form={form}
          name="showDuration"
          label={t`Show each review for`}
          perSecond={1000}
          min={1000}
          max={600_000}
        />
        <SecondsSetting
          form={form}
          name="hideDuration"
          label={t`Pause between reviews`}
          perSecond={1000}
          min={0}
          max={600_000}
        />
      </SettingsFold>
      <SettingsFold title={t`Pages`}>
        <SettingChoices
          form={form}
          name="pageShow"
          label={t`Show the popup on`}
          choices={[
            { value: 'all', label: t`All pages` },
            { value: 'included', label: t`Only these pages` },
          ]}
        />
        {pageShow === 'included' && <PageLines form={form} name="includedPages" label={t`Show on these pages`} />}
        <PageLines form={form} name="excludedPages" label={t`Don’t show on these pages`} />
      </SettingsFold>
    </DesignPage>
  )
}
