/** The keys of spec 3: those of the widgets, and three names of data that the API gives. */
export const SPECIFIED_KEYS = [
  'reviewBox',
  'reviewCarousel',
  'reviewSidebar',
  'starRating',
  'reviewPopup',
  'instagramWidget',
  'customerPortalReviews',
  'submitForm',
  'allReviews',
  'testimonials',
  'galleryCarousel',
  'translation',
  'qrCode',
  'discount',
] as const
export type SpecifiedKey = (typeof SPECIFIED_KEYS)[number]

/** Where a fragment stands; HANDLE is the product's handle. */
const places = {
  reviewBox: 'product=HANDLE&page=product',
  reviewCarousel: 'page=home',
  reviewSidebar: 'page=home',
  starRating: 'product=HANDLE&page=product',
  reviewPopup: 'page=home',
  instagramWidget: 'page=home',
  customerPortalReviews: 'page=account',
  submitForm: 'product=HANDLE&page=product',
  allReviews: 'page=reviews',
  testimonials: 'page=home',
  galleryCarousel: 'page=home',
} as const satisfies Partial<Record<SpecifiedKey, string>>

/** Documents for an API key: these keys name data, not a widget. */
const documents: Partial<Record<SpecifiedKey, string>> = {
  qrCode: '{ viewer { shop { qrProducts(first: 10) { edges { node { id title } } } } } }',
  discount: '{ viewer { shop { discounts(first: 10) { edges { node { id code } } } } } }',
}

interface Place {
  origin: string
  shopDomain: string
}

/** Returns code that shows a widget outside of a Shopify theme, or reads the data of a key. */
export function widgetSnippet(key: SpecifiedKey, { origin, shopDomain }: Place): string {
  const document = documents[key]
  if (document)
    return `curl ${origin}/graphql \\
  -H 'Authorization: Bearer cdr_…' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ query: document })}'`
  const widget = key === 'translation' ? 'reviewBox' : (key as keyof typeof places)
  // A customer's own widget needs the platform's signature, which its app proxy adds on the store's domain.
  const isSigned = widget === 'customerPortalReviews'
  const fragment = `${isSigned ? '/apps/candor' : `${origin}/storefront`}/${shopDomain}/widgets/${widget}`
  const query = places[widget] + (key === 'translation' ? '&locale=de' : '')
  return `<link rel="stylesheet" href="${origin}/storefront/widgets/${widget}.css">
<div id="candor-${key}"></div>
<script type="module">
  const answer = await fetch('${fragment}?${query}')
  document.getElementById('candor-${key}').innerHTML = await answer.text()
  await import('${origin}/storefront/widgets/${widget}.js')
</script>`
}
