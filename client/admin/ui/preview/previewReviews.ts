import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { graphql, useFragment } from 'react-relay/hooks'
import { fromEnumName } from '../../../../rules/enum-name.ts'
import type { Provenance } from '../../../../rules/review-source.ts'
import { splitName } from '../../../../rules/author-name.ts'
import type { BrandingSettings } from '../../../../rules/settings/branding.ts'
import { useBranding } from '../settings/brand.ts'
import type { ShownMedia, Stars, Summary } from '../../../storefront/widgets/shown.ts'
import type { previewReviews_review$data } from '../../../__generated__/previewReviews_review.graphql.ts'
import type { previewReviews_shop$key } from '../../../__generated__/previewReviews_shop.graphql.ts'
import { exampleAuthors } from './exampleAuthors.ts'
import { examplePhotos } from './examplePhotos.ts'

/** A review as stored. The preview formats name and date by the settings as typed. */
export interface RawReview {
  id: string
  title: string
  content: string
  rate: number
  firstName: string
  lastName: string
  createdAt: string
  verified: 'order' | 'shop' | null
  incentivized: boolean
  /** Where it comes from; examples name none. */
  provenance?: Provenance
  featured?: boolean
  pinned?: boolean
  helpful?: number
  unhelpful?: number
  media: readonly ShownMedia[]
  reply: { content: string; createdAt: string } | null
  /** ISO code of the reviewer's country, if known. */
  country?: string | null
  variantTitle?: string
  product?: { title: string; image?: string | null | undefined } | null | undefined
}

/** General settings that affect the preview. */
interface PreviewGeneral {
  hideReviewDate: boolean
  enableCountryFlag: boolean
  isRtlStore: boolean
  isUsingPresetV2: boolean
  enableUGCContent: boolean
  hideProductDetailOnSeeMore: boolean
  isInfiniteScrollingBlockAll?: boolean
  enableGGTopQuality?: boolean
  positionGGTopQuality?: 'bottomLeft' | 'bottomRight'
}

type ReviewNode = previewReviews_review$data

export interface PreviewData {
  shopName: string
  timeZone: string
  summary: Summary
  reviews: readonly RawReview[]
  /** Reviews of the testimonials; by default the first reviews. */
  testimonials?: readonly RawReview[]
  photos: readonly RawReview[]
  /** The shop has no reviews, or no photos, so examples are shown. */
  invented: boolean
  inventedPhotos: boolean
  branding: BrandingSettings
  plan: string
  enableRemoveBranding: boolean
  general: PreviewGeneral
}

/**
 * Returns the shop's published reviews for the preview, pinned first, then newest. Returns examples if there are none.
 */
export function usePreviewData(key: previewReviews_shop$key): PreviewData {
  const { i18n } = useLingui()
  const shop = useFragment(
    graphql`
    fragment previewReviews_shop on Shop {
      name
      ianaTimezone
      plan
      enableRemoveBranding
      branding { ...brand_settings }
      ratingSummary { count average histogram }
      general { hideReviewDate enableCountryFlag isRtlStore isUsingPresetV2 enableUGCContent hideProductDetailOnSeeMore }
      pickedReviews { ...previewReviews_review @relay(mask: false) }
      pickedPhotos: pickedReviews(withMedia: true) { ...previewReviews_review @relay(mask: false) }
    }
  `,
    key,
  )
  const branding = useBranding(shop.branding)
  const {
    name: shopName,
    plan,
    enableRemoveBranding,
    ianaTimezone: timeZone,
    general,
    ratingSummary: { count, average, histogram },
  } = shop
  const [reviews, photos] = [
    shop.pickedReviews.map(rawReview),
    shop.pickedPhotos.map(rawReview).filter(({ media }) => media.length > 0),
  ]
  const examples = exampleReviews.map(({ author, title, content, reply, ...review }) => ({
    ...review,
    ...splitName(i18n._(author)),
    title: i18n._(title),
    content: i18n._(content),
    reply: reply && { content: i18n._(reply), createdAt: review.createdAt },
  }))
  const shown = {
    shopName,
    timeZone,
    general,
    branding,
    plan,
    enableRemoveBranding,
    photos: photos.length > 0 ? photos : examples,
    inventedPhotos: photos.length === 0,
  }
  if (reviews.length > 0)
    return { ...shown, invented: false, reviews, summary: { count, average, histogram: byStars(histogram) } }
  return {
    ...shown,
    invented: true,
    reviews: examples,
    summary: { count: 27, average: 4.63, histogram: { 5: 20, 4: 5, 3: 1, 2: 1, 1: 0 } },
  }
}

/** Fields of a review in the preview. Queries spread them unmasked. */
void graphql`
  fragment previewReviews_review on Review {
    id title content rate firstName lastName createdAt verified verifiedByOrder incentivized provenance { kind from } country featured pinned variantTitle helpful unhelpful
    media { kind url thumbnailUrl mediumUrl width height hidden }
    reply { content createdAt }
    product { title image }
  }
`

export function rawReview(node: Omit<ReviewNode, ' $fragmentType'>): RawReview {
  return {
    ...node,
    verified: node.verifiedByOrder ? 'order' : node.verified ? 'shop' : null,
    media: node.media.flatMap(({ kind, url, thumbnailUrl, width, height, hidden, mediumUrl }) =>
      url && !hidden
        ? [
            {
              kind: kind === 'VIDEO' ? ('video' as const) : ('image' as const),
              url,
              thumb: thumbnailUrl ?? null,
              medium: mediumUrl ?? null,
              width,
              height,
            },
          ]
        : [],
    ),
    reply: node.reply ?? null,
    country: node.country ?? null,
    provenance: { ...node.provenance, kind: fromEnumName(node.provenance.kind) as Provenance['kind'] },
  }
}

const byStars = (histogram: readonly number[]): Record<Stars, number> => ({
  1: histogram[0] ?? 0,
  2: histogram[1] ?? 0,
  3: histogram[2] ?? 0,
  4: histogram[3] ?? 0,
  5: histogram[4] ?? 0,
})

const plain = { verified: null, incentivized: false, reply: null } as const

const exampleReviews = [
  {
    ...plain,
    id: 'a',
    media: [examplePhotos.mug],
    helpful: 12,
    rate: 5,
    author: exampleAuthors[0],
    createdAt: new Date(Date.UTC(2026, 1, 11)).toISOString(),
    verified: 'order',
    title: msg`Holds its shape after a year`,
    content: msg`I use it every day. It hasn’t worn out, and the color still matches the photo.`,
  },
  {
    ...plain,
    id: 'b',
    media: [examplePhotos.blanket],
    rate: 4,
    author: exampleAuthors[1],
    createdAt: new Date(Date.UTC(2026, 0, 28)).toISOString(),
    title: msg`Lovely, a little small`,
    content: msg`Good quality. I would order one size up.`,
    reply: msg`Thank you for telling us: the size guide is clearer now.`,
  },
  {
    ...plain,
    id: 'c',
    media: [examplePhotos.plant],
    rate: 5,
    author: exampleAuthors[2],
    createdAt: new Date(Date.UTC(2026, 0, 15)).toISOString(),
    verified: 'order',
    title: msg`A gift for my father`,
    content: msg`He likes it very much.`,
  },
] as const
