import { randomUUID } from 'node:crypto'
import type { OneUsePurpose } from '../../core/files/one-use.ts'
import type { Purpose } from '../../core/signing.ts'
import { createConfirmationToken } from '../../reviews/confirmations/confirmations.ts'
import type { ApiResponse } from '../api-client.ts'
import { mountedRoutes } from './mounted-routes.ts'
import type { Thing, Things } from '../things.ts'
import type { World } from '../world.ts'

/** A link without a session, built for a shop with ids of its own, another shop's or unknown things. */
interface LinkCall {
  route: string
  name: string
  path(link: { world: World; shopId: string; shopDomain: string; things: Things }): string
  body?: string
  type?: string
}

type Target = Parameters<LinkCall['path']>[0]
const signed =
  (purpose: Purpose, payload: (target: Target) => object) =>
  (target: Target): string =>
    target.world.app.deps.signer.sign(purpose, payload(target), 300)
const mail = (purpose: Purpose) => signed(purpose, ({ shopId, things }) => ({ shopId, itemId: things.ids.sent }))
const objection = signed('objection', ({ shopId, things }) => ({ shopId, statementId: things.ids.statement }))
const confirmation = (target: Target): string => {
  const { world, shopId, things } = target
  return createConfirmationToken(world.app.deps.signer, {
    shopId,
    reviewId: things.ids.published,
    email: things.mark,
  })
}
const edit = (purpose: 'edit-confirm' | 'edit-deny') =>
  signed(purpose, ({ shopId, things }) => ({ shopId, reviewId: things.ids.asked, requestId: things.ids.editRequest }))
const survey = signed('survey', ({ shopId, things }) => ({
  shopId,
  order: `survey-${things.ids.surveyAnswer}`,
  channel: 'email',
}))
const download = (purpose: OneUsePurpose, thing: Thing) =>
  signed(purpose, ({ shopId, things }) => ({ shopId, of: things.ids[thing], nonce: randomUUID() }))
const form = 'application/x-www-form-urlencoded'

const links: readonly LinkCall[] = [
  { route: 'GET /r/:token', name: 'form', path: (target) => `/r/${mail('review-form')(target)}` },
  {
    route: 'POST /r/:token',
    name: 'review of a form',
    path: (target) => `/r/${mail('review-form')(target)}`,
    body: 'rate=5',
    type: form,
  },
  {
    route: 'POST /r/:token/amp',
    name: 'review inside a mail',
    path: (target) => `/r/${mail('review-form')(target)}/amp`,
    body: 'rate=5',
    type: form,
  },
  { route: 'GET /r/:token/later', name: 'later', path: (target) => `/r/${mail('review-form')(target)}/later` },
  {
    route: 'POST /r/:token/later',
    name: 'put off',
    path: (target) => `/r/${mail('review-form')(target)}/later`,
    body: '',
    type: form,
  },
  { route: 'GET /u/:token', name: 'unsubscribing', path: (target) => `/u/${mail('unsubscribe')(target)}` },
  {
    route: 'POST /u/:token',
    name: 'unsubscribe',
    path: (target) => `/u/${mail('unsubscribe')(target)}`,
    body: '',
    type: form,
  },
  { route: 'GET /u/:token/again', name: 'preferences', path: (target) => `/u/${mail('unsubscribe')(target)}/again` },
  { route: 'GET /survey/:token', name: 'survey', path: (target) => `/survey/${survey(target)}` },
  {
    route: 'POST /survey/:token',
    name: 'answer of the survey',
    path: (target) => `/survey/${survey(target)}`,
    body: 'score=9',
    type: form,
  },
  {
    route: 'GET /d/:token',
    name: 'discount code',
    path: (target) => `/d/${signed('discount', ({ shopId, things }) => ({ shopId, id: things.ids.discount }))(target)}`,
  },
  {
    route: 'POST /u/:token/again',
    name: 'subscribe again',
    path: (target) => `/u/${mail('unsubscribe')(target)}/again`,
    body: '',
    type: form,
  },
  { route: 'GET /o/:file', name: 'opened', path: (target) => `/o/${mail('open')(target)}.gif` },
  {
    route: 'GET /edit/:answer/:token',
    name: 'asked for an edit',
    path: (target) => `/edit/confirm/${edit('edit-confirm')(target)}`,
  },
  {
    route: 'POST /edit/:answer/:token',
    name: 'denied edit',
    path: (target) => `/edit/deny/${edit('edit-deny')(target)}`,
    body: '',
    type: form,
  },
  { route: 'GET /objection/:token', name: 'objection', path: (target) => `/objection/${objection(target)}` },
  {
    route: 'POST /objection/:token',
    name: 'objection sent',
    path: (target) => `/objection/${objection(target)}`,
    body: 'text=No',
    type: form,
  },
  { route: 'GET /confirm/:token', name: 'author asked', path: (target) => `/confirm/${confirmation(target)}` },
  {
    route: 'POST /confirm/:token',
    name: 'author confirmed',
    path: (target) => `/confirm/${confirmation(target)}`,
    body: '',
    type: form,
  },
  {
    route: 'GET /storefront/:shopDomain/review-policy',
    name: 'policy about reviews',
    path: ({ shopDomain }) => `/storefront/${shopDomain}/review-policy`,
  },
  {
    route: 'GET /archives/:token',
    name: 'file of an archive',
    path: (target) => `/archives/${download('archive', 'archived')(target)}`,
  },
  {
    route: 'GET /reviews/exports/:token',
    name: 'file of an export',
    path: (target) => `/reviews/exports/${download('review-export', 'exported')(target)}`,
  },
  {
    route: 'GET /privacy/files/:token',
    name: 'file of a data request',
    path: (target) =>
      `/privacy/files/${signed('privacy-file', ({ shopId, things }) => ({ shopId, id: things.ids.dataRequest, until: Number.MAX_SAFE_INTEGER }))(target)}`,
  },
  {
    route: 'GET /imports/errors/:token',
    name: 'rows left out',
    path: (target) => `/imports/errors/${download('import-errors', 'doneImport')(target)}`,
  },
  {
    route: 'GET /storefront/:shopDomain/products/:handle/reviews',
    name: 'reviews of a product',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/products/${things.handle}/reviews`,
  },
  {
    route: 'GET /storefront/:shopDomain/products/:handle/reviews/new',
    name: 'form of a product',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/products/${things.handle}/reviews/new`,
  },
  {
    route: 'GET /q/:shopDomain/:platformId',
    name: 'scanned code',
    path: ({ shopDomain, things }) => `/q/${shopDomain}/${things.platformId}`,
  },
  {
    route: 'GET /storefront/:shopDomain/products/:handle/reviews/thanks',
    name: 'thanks for a review',
    path: ({ shopDomain, things }) =>
      `/storefront/${shopDomain}/products/${things.handle}/reviews/thanks?done=published`,
  },
  {
    route: 'GET /storefront/:shopDomain/reviews',
    name: 'reviews of a shop',
    path: ({ shopDomain }) => `/storefront/${shopDomain}/reviews`,
  },
  {
    route: 'GET /storefront/:shopDomain/ratings',
    name: 'ratings of products',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/ratings?handles=${things.handle}`,
  },
  {
    route: 'GET /storefront/:shopDomain/products/:handle/structured-data',
    name: 'structured data',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/products/${things.handle}/structured-data`,
  },
  {
    route: 'GET /storefront/:shopDomain/graphql',
    name: 'public document',
    path: ({ shopDomain, things }) =>
      `/storefront/${shopDomain}/graphql?query=${encodeURIComponent(`{ product(handle: "${things.handle}") { title reviews { nodes { id } } } }`)}`,
  },
  {
    route: 'POST /storefront/:shopDomain/graphql',
    name: 'public document',
    path: ({ shopDomain }) => `/storefront/${shopDomain}/graphql`,
    body: JSON.stringify({ query: '{ shop { name reviews { nodes { id title } } } }' }),
    type: 'application/json',
  },
  {
    route: 'POST /storefront/:shopDomain/views',
    name: 'views',
    path: ({ shopDomain }) => `/storefront/${shopDomain}/views`,
    body: JSON.stringify({ widgets: ['reviewBox'] }),
    type: 'application/json',
  },
  {
    route: 'GET /feeds/:feed/:file',
    name: 'feed',
    path: (target) =>
      `/feeds/google/${signed('feed', ({ shopId }) => ({ shopId, feed: 'google', version: 1 }))(target)}.xml`,
  },
  {
    route: 'GET /storefront/:shopDomain/widgets/:key',
    name: 'widget of a product',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/widgets/reviewBox?product=${things.handle}`,
  },
  {
    route: 'POST /storefront/:shopDomain/products/:handle/reviews',
    name: 'review of a product',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/products/${things.handle}/reviews`,
    body: JSON.stringify({ rate: 5, content: 'Good', name: 'Ann', email: 'ann@reader.test' }),
    type: 'application/json',
  },
  {
    route: 'POST /storefront/:shopDomain/reviews/:id/helpful',
    name: 'vote',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/reviews/${things.ids.published}/helpful`,
    body: 'vote=helpful',
    type: form,
  },
  {
    route: 'GET /storefront/:shopDomain/reviews/:id/report',
    name: 'form of a report',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/reviews/${things.ids.published}/report`,
  },
  {
    route: 'POST /storefront/:shopDomain/reviews/:id/report',
    name: 'report',
    path: ({ shopDomain, things }) => `/storefront/${shopDomain}/reviews/${things.ids.published}/report`,
    body: 'reason=spam',
    type: form,
  },
]

export const linkCalls: readonly LinkCall[] = links

/** Routes without shop data, or with their own check. */
const separateLinks: readonly (readonly [RegExp, string])[] = [
  [/ \/(healthz|readyz|embed|auth\/config|api\/auth)/, 'nothing of a shop'],
  [/ \/storefront\/(widgets|assets|fonts)/, 'scripts, styles and fonts'],
  [/\/push\/worker\.js$/, 'a script that is the same for everybody'],
  [/ \/help(\/|$)/, 'our docs'],
  [/ \/(openapi\.json|schema\.graphql)$/, 'descriptions of the APIs, the same for all'],
  [/ \/imports\/template\.csv$/, 'the same for everybody'],
  [/ \/graphql(\/|$)/, 'the playground, which holds nothing of a shop'],
  [/ \/demo(\/|\*|$)/, 'the demo, closed in production'],
  [/ \/operator(\/|$)/, 'the operator’s own key (server/operator/operator.test.ts)'],
  [/ \/instagram\/(login|callback)$/, 'signed for one shop (server/storefront/instagram/instagram.test.ts)'],
  [/ \/auth\/shopify(\/callback)?$/, 'signed by the platform (server/shop/install/install.test.ts)'],
  [/ \/survey$/, 'signed by the platform (server/requests/survey/survey.test.ts)'],
  [/ \/webhooks\/shopify$/, 'signed by the platform (R6)'],
  [/ \/flow\/actions\/:handle$/, 'signed by the platform (server/reviews/flow-actions/flow.test.ts)'],
  [/ \/webhooks\/(ses|postmark)$/, 'signed by the provider (server/requests/bounces/bounces.test.ts)'],
  [
    / \/storefront\/:shopDomain\/account\/reviews\/:id$/,
    'signed by the platform for one customer (server/storefront/portal.test.ts)',
  ],
  [
    / \/storefront\/:shopDomain\/push\/subscriptions$/,
    'signed by the platform for one customer (server/requests/push/push.test.ts)',
  ],
  [/ \/apiSa\/auth\/(login|logout)$/, 'before and after a session'],
  [/ \/apiSa\/auth\/shop$/, 'tried separately'],
  [/ \/(api|apiSa)\//, 'rows of REST, tried one by one'],
  [/ \*|\/\*$/, 'wildcards'],
]

export const linksWithoutCase = (world: World): string[] =>
  mountedRoutes(world)
    .filter(
      (route) => !links.some((link) => link.route === route) && !separateLinks.some(([known]) => known.test(route)),
    )
    .map((route) => `${route} has no case`)

/** Opens a link with a session too, which must make no difference. */
export async function followLink(
  { world, token }: { world: World; token: string },
  { path, body, type, route }: LinkCall,
  target: Omit<Target, 'world'>,
): Promise<ApiResponse> {
  const answer = await fetch(`${await world.url()}${path({ ...target, world })}`, {
    method: route.split(' ')[0] ?? 'GET',
    redirect: 'manual',
    headers: { 'x-auth-token': token, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, text: await answer.text(), replayed: false }
}
