import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '@shopify/polaris'
import { useMemo, useState } from 'react'
import type { BrandingSettings } from '../../../../../../rules/settings/branding.ts'
import { REVIEW_BOX, applyPalette } from '../../../../../../rules/settings/review-box.ts'
import { STAR_RATING } from '../../../../../../rules/settings/star-rating.ts'
import { previewPage, previewProduct } from '../../../../../storefront/widgets/preview-page.ts'
import { directionOf, fullTag, type CatalogName } from '../../../../shell/words/locales.ts'
import { previewMarkup, previewStyle } from '../../../../ui/preview/previewMarkup.ts'
import type { PreviewData } from '../../../../ui/preview/previewReviews.ts'
import type { SetupShop } from './Setup.tsx'

const box = applyPalette(REVIEW_BOX.defaults)
const buy = msg`Add to cart`

interface Props {
  shop: SetupShop
  data: PreviewData
  branding: BrandingSettings
}

/** Shows the shop's first product with the shipped stars and review box, in the brand's colors. */
export function ProductPreview({ shop, data, branding }: Props) {
  const { t, i18n } = useLingui()
  const [now] = useState(() => new Date())
  const product = shop.products.edges[0]?.node
  const page = useMemo(() => {
    const locale = i18n.locale as CatalogName
    const direction = directionOf(locale)
    const view = {
      data: { ...data, branding },
      format: box,
      say: (id: string, params?: Record<string, string | number>) => i18n._(id, params),
      now,
      locale: fullTag(locale),
      direction,
      reviews: 'many' as const,
      formOpen: false,
    }
    const stars = previewMarkup({ ...view, widget: 'starRating', settings: STAR_RATING.defaults })
    const { primaryColor: button, backgroundColor: background, textColor: text } = branding
    const head = previewProduct({
      title: product?.title ?? shop.name,
      image: product?.image,
      stars,
      buy: i18n._(buy),
      colours: { button, background, text },
    })
    return previewPage(
      { locale: view.locale, direction },
      {
        markup: [head.markup, previewMarkup({ ...view, widget: 'reviewBox', settings: box })],
        style: previewStyle(['starRating', 'reviewBox'], view) + head.style,
      },
    )
  }, [branding, data, i18n, now, product, shop.name])
  return (
    <figure className="c-setup-frame">
      <figcaption>
        <i />
        <i />
        <i />
        <span data-user-content>{shop.name}</span>
        {data.invented && <Badge tone="info">{t`Example reviews`}</Badge>}
      </figcaption>
      <iframe title={t`Preview of your product page`} sandbox="" srcDoc={page} />
    </figure>
  )
}
