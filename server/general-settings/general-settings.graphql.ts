import { maxMarketplaceImportReviews, minMarketplaceImportReviews } from '../../rules/limits.ts'
import { IMPORT_PHOTOS, IMPORT_REVIEWERS, IMPORT_SORTS, MINIMUM_RATINGS } from '../../rules/marketplace-options.ts'
import { ELIGIBILITIES, type GeneralSettings } from '../../rules/settings/general.ts'
import { PlanRequired, Stale } from '../errors.ts'
import { builder } from '../graphql/builder.ts'
import { encodeId } from '../graphql/ids.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { generalSettings, saveGeneralSettings, type VersionedGeneral } from './general-settings.ts'

/** `bottomLeft` is BOTTOM_LEFT on the wire. */
const wireName = (value: string): string => value.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
const enumOf = <Value extends string>(name: string, values: readonly Value[]) =>
  builder.enumType(name, { values: Object.fromEntries(values.map((value) => [wireName(value), { value }])) })

const EligibilityEnum = enumOf('Eligibility', ELIGIBILITIES)
const BadgePosition = enumOf('BadgePosition', ['bottomLeft', 'bottomRight'] as const)
export const ImportRating = enumOf('ImportRating', MINIMUM_RATINGS)
export const ImportSort = enumOf('ImportSort', IMPORT_SORTS)
export const ImportPhoto = enumOf('ImportPhoto', IMPORT_PHOTOS)
export const ImportReviewer = enumOf('ImportReviewer', IMPORT_REVIEWERS)

type Options = GeneralSettings['importOptions']
/** The reviewer is Amazon's only. */
type SourceOptions = Options['aliexpress'] & { reviewer?: Options['amazon']['reviewer'] }

const SourceOptionsRef = builder.objectRef<SourceOptions>('ImportSourceOptions').implement({
  fields: (t) => ({
    rating: t.expose('rating', { type: ImportRating }),
    sort: t.expose('sort', { type: ImportSort }),
    photo: t.expose('photo', { type: ImportPhoto }),
    reviewer: t.field({ type: ImportReviewer, nullable: true, description: 'Amazon only.', resolve: ({ reviewer }) => reviewer ?? null }),
  }),
})

const ImportOptions = builder.objectRef<Options>('ImportOptions').implement({
  fields: (t) => ({
    amazon: t.field({ type: SourceOptionsRef, resolve: ({ amazon }) => amazon }),
    cjdropshipping: t.field({ type: SourceOptionsRef, resolve: ({ cjdropshipping }) => cjdropshipping }),
    aliexpress: t.field({ type: SourceOptionsRef, resolve: ({ aliexpress }) => aliexpress }),
    shopee: t.field({ type: SourceOptionsRef, resolve: ({ shopee }) => shopee }),
  }),
})

/** Of fields whose feature is not built yet. */
const stored = { description: 'Stored, without an effect yet.' }

const General = builder.objectRef<VersionedGeneral>('GeneralSettings').implement({
  description: 'General setting (spec 3).',
  fields: (t) => ({
    id: t.id({ resolve: (_settings, _args, { ctx }) => encodeId('GeneralSettings', ctx.shop.id) }),
    version: t.exposeInt('version', { description: 'Raised by every save.' }),
    autoSubmitPublish: t.exposeBoolean('autoSubmitPublish'),
    autoPublishThreshold: t.exposeInt('autoPublishThreshold', { description: 'Stars from which a new review is published at once.' }),
    autoPublishPending: t.exposeBoolean('autoPublishPending', { description: 'Publishes reviews that a rule left pending after 14 days.' }),
    negativeReviewThreshold: t.exposeInt('negativeReviewThreshold', { description: 'The same number as in the settings of notifications.' }),
    eligibility: t.expose('eligibility', { type: EligibilityEnum, description: 'Who may write reviews.' }),
    isTrashFeatureEnabled: t.exposeBoolean('isTrashFeatureEnabled'),
    enableTrashReview: t.exposeBoolean('enableTrashReview', { description: 'The recycle bin empties itself after deleteAfterDays.' }),
    deleteAfterDays: t.exposeInt('deleteAfterDays', { description: '15 or 30.' }),
    hideReviewDate: t.exposeBoolean('hideReviewDate'),
    enableCountryFlag: t.exposeBoolean('enableCountryFlag'),
    richSnippets: t.exposeBoolean('richSnippets'),
    enableAggregateRating: t.exposeBoolean('enableAggregateRating'),
    enableUGCContent: t.exposeBoolean('enableUGCContent', stored),
    autoTranslate: t.exposeBoolean('autoTranslate', stored),
    isUsingPresetV2: t.exposeBoolean('isUsingPresetV2', stored),
    isInfiniteScrollingBlockAll: t.exposeBoolean('isInfiniteScrollingBlockAll', stored),
    enableGGTopQuality: t.exposeBoolean('enableGGTopQuality', stored),
    positionGGTopQuality: t.expose('positionGGTopQuality', { type: BadgePosition, ...stored }),
    hideProductDetailOnSeeMore: t.exposeBoolean('hideProductDetailOnSeeMore', stored),
    isRtlStore: t.exposeBoolean('isRtlStore'),
    maxReviewImport: t.exposeInt('maxReviewImport', { description: `${minMarketplaceImportReviews} to ${maxMarketplaceImportReviews}.` }),
    importOptions: t.expose('importOptions', { type: ImportOptions }),
  }),
})

builder.objectField(Shop, 'generalSettings', (t) => t.field({ type: General, resolve: (_shop, _args, { ctx }) => generalSettings(ctx) }))

const SourceOptionsInput = builder.inputType('ImportSourceOptionsInput', {
  fields: (t) => ({
    rating: t.field({ type: ImportRating }), sort: t.field({ type: ImportSort }), photo: t.field({ type: ImportPhoto }),
    reviewer: t.field({ type: ImportReviewer, description: 'Amazon only.' }),
  }),
})
const ImportOptionsInput = builder.inputType('ImportOptionsInput', {
  fields: (t) => ({
    amazon: t.field({ type: SourceOptionsInput }), cjdropshipping: t.field({ type: SourceOptionsInput }), aliexpress: t.field({ type: SourceOptionsInput }),
    shopee: t.field({ type: SourceOptionsInput }),
  }),
})

const Input = builder.inputType('GeneralSettingsInput', {
  description: 'Absent fields stay as they are.',
  fields: (t) => ({
    version: t.int({ description: 'What the caller has seen; another one is stale.' }),
    autoSubmitPublish: t.boolean(), autoPublishThreshold: t.int(), autoPublishPending: t.boolean(), negativeReviewThreshold: t.int(),
    eligibility: t.field({ type: EligibilityEnum }),
    isTrashFeatureEnabled: t.boolean(), enableTrashReview: t.boolean(), deleteAfterDays: t.int(),
    hideReviewDate: t.boolean(), enableCountryFlag: t.boolean(), richSnippets: t.boolean(), enableAggregateRating: t.boolean(),
    enableUGCContent: t.boolean(), autoTranslate: t.boolean(), isUsingPresetV2: t.boolean(), isInfiniteScrollingBlockAll: t.boolean(),
    enableGGTopQuality: t.boolean(), positionGGTopQuality: t.field({ type: BadgePosition }), hideProductDetailOnSeeMore: t.boolean(),
    isRtlStore: t.boolean(), maxReviewImport: t.int(), importOptions: t.field({ type: ImportOptionsInput }),
  }),
})

builder.mutationField('saveGeneralSettings', (t) => t.field({
  type: General,
  description: 'Changes the general settings; the storefront and the rules follow at once.',
  errors: { types: [PlanRequired, Stale] },
  args: { input: t.arg({ type: Input, required: true }) },
  resolve: (_root, { input: { version, ...fields } }, { ctx }) => saveGeneralSettings(ctx, withoutNulls(fields), version),
}))

/** GraphQL writes null where a field is absent. */
function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).flatMap(([key, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    return [[key, typeof value === 'object' ? withoutNulls(value) : value]]
  }))
}
