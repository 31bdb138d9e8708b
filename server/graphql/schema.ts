import './scalars.ts'
import './refusals.ts'
import '../shops/shops.graphql.ts'
import '../products/products.graphql.ts'
import '../customers/customers.graphql.ts'
import '../reviews/reviews.graphql.ts'
import '../reviews/review-details.graphql.ts'
import '../reviews/review-mutations.graphql.ts'
import '../imports/imports.graphql.ts'
import '../display-settings/display-settings.graphql.ts'
import '../email-queue/email-queue.graphql.ts'
import '../email-queue/queue-mutations.graphql.ts'
import '../request-timing/request-timing.graphql.ts'
import '../saved-views/saved-views.graphql.ts'
import { builder } from './builder.ts'

/** One line above for each module that speaks GraphQL. */
export const schema = builder.toSchema()
