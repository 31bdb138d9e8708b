import { useLingui } from '@lingui/react/macro'
import { maxReviewsPerPage, maxSelectorChars } from '../../../../../rules/limits.ts'
import { SettingCheckbox, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import type { BoxForm } from './boxForm.ts'
import { NumberSetting } from '../../../ui/settings/NumberSetting.tsx'
import { layoutPictures } from '../pictures.tsx'
import { Tiles } from '../Tiles.tsx'
import { DesignTiles } from './DesignTiles.tsx'
import type { SwitchesForm } from './switchesForm.ts'

interface Props {
  form: BoxForm
  switches: SwitchesForm
}

/** Layout of the box and its reviews. */
export function LayoutFields({ form, switches }: Props) {
  const { t } = useLingui()
  const { layout } = form.values
  return (
    <SettingsFold open title={t`Design and layout`}>
      <DesignTiles form={form} switches={switches} />
      <Tiles
        form={form}
        name="layout"
        label={t`Layout style`}
        tiles={[
          { value: 'list', label: t`List`, picture: layoutPictures.list },
          { value: 'grid', label: t`Grid`, picture: layoutPictures.grid },
          { value: 'carousel', label: t`Carousel`, picture: layoutPictures.carousel },
        ]}
      />
      {layout === 'grid' && (
        <>
          <SettingSelect
            form={form}
            name="desktopGridColumnsCount"
            label={t`Columns on desktop`}
            options={[
              { value: '2', label: t`Two` },
              { value: '3', label: t`Three` },
              { value: '4', label: t`Four` },
            ]}
          />
          <SettingSelect
            form={form}
            name="mobileGridColumnsCount"
            label={t`Columns on mobile`}
            options={[
              { value: '1', label: t`One` },
              { value: '2', label: t`Two` },
            ]}
          />
        </>
      )}
      {layout === 'carousel' && (
        <>
          <SettingSelect
            form={form}
            name="cardSizeCarousel"
            label={t`Card size`}
            options={[
              { value: 'small', label: t`Small` },
              { value: 'medium', label: t`Medium` },
              { value: 'large', label: t`Large` },
            ]}
          />
          <SettingSelect
            form={form}
            name="mediaPositionCarousel"
            label={t`Photos on cards`}
            options={[
              { value: 'top', label: t`Large, above the text` },
              { value: 'bottom', label: t`Small, below the text` },
            ]}
          />
        </>
      )}
    </SettingsFold>
  )
}

/** Sort order of reviews, and how more are loaded. */
export function ReviewFields({ form, switches }: Props) {
  const { t } = useLingui()
  return (
    <SettingsFold title={t`Reviews`}>
      <SettingSelect
        form={form}
        name="sortingDefault"
        label={t`Default sort`}
        helpText={t`Shoppers can change this. Pinned reviews come first.`}
        options={[
          { value: 'recent', label: t`Newest` },
          { value: 'highest', label: t`Highest rating` },
          { value: 'lowest', label: t`Lowest rating` },
          { value: 'media', label: t`With photos first` },
          { value: 'helpful', label: t`Most helpful` },
        ]}
      />
      <SettingCheckbox
        form={form}
        name="isPrioritizeImageReviews"
        label={t`Photo reviews first`}
        disabled={form.values.sortingDefault !== 'recent'}
        helpText={t`Applies when the default sort is “Newest”.`}
      />
      <SettingCheckbox form={switches} name="enableUGCContent" label={t`Large photos above the text`} />
      <SettingSelect
        form={form}
        name="paging"
        label={t`More reviews`}
        disabled={switches.values.isInfiniteScrollingBlockAll}
        options={[
          { value: 'loadMore', label: t`“Show more” button` },
          { value: 'pages', label: t`“Next page” button` },
        ]}
      />
      <SettingCheckbox
        form={switches}
        name="isInfiniteScrollingBlockAll"
        label={t`Infinite scroll`}
        helpText={t`More reviews appear when a shopper reaches the end of the list.`}
      />
      <NumberSetting form={form} name="perPage" label={t`Reviews per page`} min={1} max={maxReviewsPerPage} />
      <SettingCheckbox form={form} name="enabledVariant" label={t`Show the reviewed variant`} />
      <SettingCheckbox
        form={switches}
        name="hideProductDetailOnSeeMore"
        label={t`Hide product and variant after “Read more”`}
      />
    </SettingsFold>
  )
}

/** Position of the box on product pages. */
export function PositionFields({ form }: Pick<Props, 'form'>) {
  const { t } = useLingui()
  return (
    <SettingsFold title={t`Position`}>
      <SettingSelect
        form={form}
        name="inlinePosition"
        label={t`Position on product pages`}
        options={[
          { value: 'belowProduct', label: t`Below the product` },
          { value: 'bottom', label: t`At the end of the page` },
          { value: 'custom', label: t`Next to an element of your theme` },
        ]}
      />
      {form.values.inlinePosition === 'custom' && (
        <>
          <SettingText
            form={form}
            name="customPosition"
            label={t`CSS selector`}
            placeholder=".product__description"
            maxLength={maxSelectorChars}
            helpText={t`The first matching element. If nothing matches, the box stays below the product.`}
          />
          <SettingSelect
            form={form}
            name="customPositionDirection"
            label={t`Place`}
            options={[
              { value: 'before', label: t`Before the element` },
              { value: 'after', label: t`After the element` },
              { value: 'inside', label: t`Inside the element, at its end` },
            ]}
          />
        </>
      )}
    </SettingsFold>
  )
}
