import { queryFromInfo } from '@pothos/plugin-prisma'
import { TESTIMONIALS, TESTIMONIAL_SOURCES } from '../../../rules/settings/testimonials.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { parse, parseField } from '../../core/errors.ts'
import { decodeRowIds, findRowIds } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { Review } from '../../reviews/reviews/reviews.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { listTestimonials } from './pages/testimonials.ts'
import { listPickedReviews } from './picked-reviews.ts'

const asked = TESTIMONIALS.schema.pick({
  testimonialsSource: true,
  selectedReviews: true,
  selectedProducts: true,
  maxRecentReviews: true,
})

builder.objectField(Shop, 'testimonialReviews', (t) =>
  t.field({
    type: [Review],
    description:
      'The reviews that the testimonials would show with these settings, in order. Missing settings are the saved ones.',
    complexity: 10,
    args: {
      testimonialsSource: t.arg({ type: enumOf('TestimonialsSource', TESTIMONIAL_SOURCES), required: false }),
      selectedReviews: t.arg.stringList({ required: false }),
      selectedProducts: t.arg.stringList({ required: false }),
      maxRecentReviews: t.arg.int({ required: false }),
    },
    resolve: async (_shop, args, context, info) => {
      const { select } = queryFromInfo({ context, info, typeName: 'Review' }) as { select: object }
      const saved = await readSetting(context.ctx, 'testimonials')
      const given = Object.fromEntries(
        Object.entries(args).filter(([, value]) => value !== null && value !== undefined),
      )
      const { ctx } = context
      const rows = {
        ...(args.selectedReviews && {
          selectedReviews: parseField('selectedReviews', () => decodeRowIds('Review', args.selectedReviews ?? [])),
        }),
        ...(args.selectedProducts && {
          selectedProducts: await findRowIds(ctx, 'Product', {
            given: args.selectedProducts,
            field: 'selectedProducts',
          }),
        }),
      }
      return (await listTestimonials(
        ctx,
        parse(asked, { ...asked.strip().parse(saved), ...given, ...rows }),
        select,
      )) as never
    },
  }),
)

const mostPicked = 12

builder.objectField(Shop, 'pickedReviews', (t) =>
  t.field({
    type: [Review],
    description: `The reviews that a widget of the whole shop shows: at most ${mostPicked} published ones, pinned ones first, then the newest.`,
    complexity: 10,
    args: { withMedia: t.arg.boolean({ defaultValue: false, description: 'Only those with photos or videos.' }) },
    resolve: async (_shop, { withMedia }, context, info) => {
      const { select } = queryFromInfo({ context, info, typeName: 'Review' }) as { select: object }
      return (await listPickedReviews(
        context.ctx,
        { minimumRating: 'all', withMedia: withMedia ?? false, first: mostPicked },
        select,
      )) as never
    },
  }),
)
