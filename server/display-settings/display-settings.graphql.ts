import { AUTHOR_NAME_FORMATS } from '../../rules/author-name.ts'
import { DATE_FORMATS } from '../../rules/dates.ts'
import { REVIEW_BOX_SORTS, REVIEW_LAYOUTS, STAR_ICONS, type ReviewBoxColours, type ReviewBoxSettings } from '../../rules/settings/review-box.ts'
import { builder } from '../graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { reviewBoxSettings, updateReviewBoxSettings } from './display-settings.ts'

/** `roundedStar` is ROUNDED_STAR on the wire. */
const wireName = (value: string): string => value.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

const enumOf = <Value extends string>(name: string, values: readonly Value[]) =>
  builder.enumType(name, { values: Object.fromEntries(values.map((value) => [wireName(value), { value }])) })

const Layout = enumOf('ReviewLayout', REVIEW_LAYOUTS)
const Sort = enumOf('ReviewBoxSort', REVIEW_BOX_SORTS)
const StarIcon = enumOf('StarIcon', STAR_ICONS)
const NameFormat = enumOf('AuthorNameFormat', AUTHOR_NAME_FORMATS)
const dateFormats = `One of ${DATE_FORMATS.join(', ')}.`

const Colours = builder.objectRef<ReviewBoxColours>('ReviewBoxColours').implement({
  description: 'Colours as #rrggbb.',
  fields: (t) => ({
    star: t.exposeString('star'),
    emptyStar: t.exposeString('emptyStar'),
    text: t.exposeString('text'),
    mutedText: t.exposeString('mutedText'),
    background: t.exposeString('background'),
    border: t.exposeString('border'),
    button: t.exposeString('button'),
    buttonText: t.exposeString('buttonText'),
    verified: t.exposeString('verified'),
  }),
})

const Settings = builder.objectRef<ReviewBoxSettings>('ReviewBoxSettings').implement({
  fields: (t) => ({
    layout: t.expose('layout', { type: Layout }),
    sortingDefault: t.expose('sortingDefault', { type: Sort }),
    colours: t.expose('colours', { type: Colours }),
    dateFormat: t.exposeString('dateFormat', { description: dateFormats }),
    formatCustomerName: t.expose('formatCustomerName', { type: NameFormat }),
    starIconType: t.expose('starIconType', { type: StarIcon }),
    requiredName: t.exposeBoolean('requiredName'),
    requiredEmail: t.exposeBoolean('requiredEmail'),
    mobileGridColumnsCount: t.exposeInt('mobileGridColumnsCount', { description: 'Columns of the grid on a phone: 1 or 2.' }),
  }),
})

builder.objectField(Shop, 'reviewBoxSettings', (t) => t.field({ type: Settings, resolve: (_shop, _args, { ctx }) => reviewBoxSettings(ctx) }))

const ColoursInput = builder.inputType('ReviewBoxColoursInput', {
  fields: (t) => ({
    star: t.string(), emptyStar: t.string(), text: t.string(), mutedText: t.string(), background: t.string(), border: t.string(),
    button: t.string(), buttonText: t.string(), verified: t.string(),
  }),
})

const UpdateInput = builder.inputType('UpdateReviewBoxSettingsInput', {
  description: 'Absent fields stay as they are.',
  fields: (t) => ({
    layout: t.field({ type: Layout }),
    sortingDefault: t.field({ type: Sort }),
    colours: t.field({ type: ColoursInput }),
    dateFormat: t.string({ description: dateFormats }),
    formatCustomerName: t.field({ type: NameFormat }),
    starIconType: t.field({ type: StarIcon }),
    requiredName: t.boolean(),
    requiredEmail: t.boolean(),
    mobileGridColumnsCount: t.int(),
  }),
})

builder.mutationField('updateReviewBoxSettings', (t) => t.field({
  type: Shop,
  description: 'Changes how the review box looks; the storefront shows it at once.',
  errors: {},
  args: { input: t.arg({ type: UpdateInput, required: true }) },
  resolve: async (_root, { input }, { ctx }) => {
    // The rules judge the values; GraphQL has judged the shape.
    await updateReviewBoxSettings(ctx, withoutNulls(input))
    return ctx.shop
  },
}))

/** GraphQL writes null where a field is absent. */
function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).flatMap(([key, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    return [[key, typeof value === 'object' ? withoutNulls(value) : value]]
  }))
}
