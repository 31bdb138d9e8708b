// Module boundaries (ARCHITECTURE.md). scripts/check-selftest.mjs violates each rule in a copy and verifies that the check catches it.

/**
 * The wings of server/, from the ground up (ARCHITECTURE.md). A wing imports lower wings only; types may come from any
 * wing. A higher wing reaches a lower one by an event or through `Ctx`.
 */
const wings = ['core', 'platform', 'shop', 'requests', 'reviews', 'imports', 'storefront', 'demo', 'app', 'cli']

const oneRoom = ['imports', 'demo', 'app', 'cli', 'testing', 'generated']
const room = `${oneRoom.join('|')}|(?!(?:${oneRoom.join('|')})/)[^/]+/[^/]+`

/** Files that other rooms may import besides <room>.ts and the room's edges. `app` may import any file. */
const faces = {
  'core/background': ['asked-jobs', 'claim', 'lost-jobs', 'temporary-errors', 'watch'],
  'core/database': [
    'cursor',
    'embedded/cluster',
    'find-page',
    'for-shop',
    'keyset',
    'like',
    'lock',
    'migrate',
    'nullable-order',
    'open',
    'start-lock',
    'statistics',
  ],
  'core/files': [
    'fetch-remote',
    'images',
    'one-use',
    'public-address',
    'resolve-name',
    'unused-files',
    'uploads',
    'video/video-file',
    'video/videos',
  ],
  'core/graphql': ['batched', 'builder', 'enums', 'introspection-cost', 'list-complexity', 'playground/playground'],
  'core/http': ['compression', 'credentials', 'errors', 'form-fields', 'limit-requests', 'multipart', 'security'],
  'core/pages': ['assets', 'browser-locale', 'file-field', 'fonts', 'page', 'quote'],
  'core/rest': ['answers', 'body-fields', 'download', 'route', 'setting-picture', 'shapes'],
  'core/secrets': ['rotate', 'shop-secrets'],
  'core/web': ['client-network', 'dns', 'local-targets', 'request'],
  'core/words': ['message', 'problem-text'],
  'platform/shopify': ['access-tokens', 'admin-api', 'bulk', 'headers', 'shop-domain'],
  'shop/analytics': ['backfill', 'facts', 'reports'],
  'shop/api-keys': ['key-limits', 'read-key'],
  'shop/branding': ['policy-url', 'shop-face'],
  'shop/customers': ['customer-payload', 'preferences', 'suppression-list', 'suppressions'],
  'shop/integrations': [
    'call-service',
    'connection',
    'delivery-body',
    'integration',
    'queue-deliveries',
    'send-deliveries',
  ],
  'shop/orders': ['order-lines', 'order-payload', 'reviewable'],
  'shop/products': ['sync'],
  'shop/privacy': ['files', 'personal-data'],
  'shop/session': ['account-links', 'accounts', 'login', 'passwords', 'people'],
  'shop/settings': ['branded-settings', 'history'],
  'shop/webhooks': ['queue-webhooks'],
  'shop/shops': ['delete-shop', 'operate-shop'],
  'requests/bounces': ['reputation'],
  'requests/discounts': ['discount-block', 'photo-reward'],
  'requests/survey': ['survey-mail', 'survey-pages', 'survey-scores'],
  'requests/mail': [
    'brand',
    'check-templates',
    'email-content',
    'interactive/amp-part',
    'interactive/amp-rules',
    'mail-words',
    'mailbox-behaviour',
    'merchant-rendering',
    'merchant-smtp',
    'outage',
    'render-pool',
    'request-mail',
    'template-versions',
  ],
  'requests/push': ['push-content', 'push-settings', 'send-pushes', 'subscriptions', 'vapid'],
  'requests/queue': ['queue-facets'],
  'requests/queue-kinds': ['kinds'],
  'requests/requests': [
    'add-requests',
    'item-snapshot',
    'mail-links',
    'parcels',
    'personal-data',
    'progress',
    'queue-counts',
    'queue-marks',
    'recount',
    'reminders',
    'reschedule',
  ],
  'requests/sender': ['apply-sender-save', 'identity', 'outlet', 'parse-mail-from', 'pause', 'return-path'],
  'requests/sending': [
    'deliver-mails',
    'hand-over',
    'job-mail',
    'request-content',
    'review-recipients',
    'unreachable',
    'usage',
  ],
  'requests/templates': ['sent-counts'],
  'reviews/archive': ['manifest', 'read-archive', 'restore', 'run'],
  'reviews/export': ['file-format', 'file-signature', 'rows', 'write-file'],
  'reviews/moderation': ['language'],
  'reviews/reviews': [
    'adding/add-photos',
    'adding/insert',
    'adding/submit',
    'changes/assignee',
    'changes/edit',
    'changes/edit-request-problems',
    'changes/own-review',
    'changes/perform-action',
    'changes/proposals',
    'changes/remove',
    'changes/revert',
    'check-counts',
    'counts',
    'list/facets',
    'list/filter-sql',
    'list/filter-wire',
    'list/list-reviews',
    'lock-reviews',
    'media/media-rows',
    'media/posted-media',
    'media/show-media',
    'search-text',
    'translations',
    'write-reviews',
  ],
  'reviews/statements': ['share', 'statement-links', 'statement-mail'],
  'reviews/votes': ['report-mail', 'reports', 'visitor'],
  imports: [
    'checking/check-work',
    'checking/dry-run',
    'checking/recount',
    'checking/remap',
    'discard',
    'failure',
    'files/import-file',
    'files/known-answers',
    'files/known-columns',
    'files/store-upload',
    'parsing/encodings',
    'parsing/ratings',
    'running/run',
    'sources/sources',
  ],
  'storefront/instagram': ['api', 'connection', 'stand-in'],
  'storefront/theme': ['placement'],
  'storefront/policy': ['held-and-shown'],
  'storefront/submit': ['say-outcome', 'submit-page', 'write-page'],
  'storefront/widgets': [
    'cached-response',
    'head-tags',
    'page-view',
    'pages/choice',
    'pages/page-cache',
    'pages/page-data',
    'product-links',
    'push-prompt',
    'review-tools',
    'shopper-address',
    'shopper-proof',
    'structured-data',
  ],
  demo: ['seed/seed-grow'],
}
const entries = Object.entries(faces)
  .map(([folder, files]) => `${folder}/(?:${files.join('|')})`)
  .join('|')

/** Wings whose files are service functions, unless the file name says that it is an edge. */
const services = ['platform', 'shop', 'requests', 'reviews', 'imports', 'storefront'].join('|')

const test = '\\.test\\.tsx?$'
const edge = '\\.(graphql|rest)\\.ts$'

const forbidden = [
  {
    name: 'rules-stand-alone',
    comment: 'What the business says is pure TypeScript and zod, so that server and client can both import it.',
    from: { path: '^rules/', pathNot: test },
    to: { pathNot: ['^rules/', 'node_modules/zod/'] },
  },
  {
    name: 'client-not-server',
    comment: 'Nothing of the server, the database or the tools may reach a browser.',
    from: { path: '^client/' },
    to: { path: '^(server|prisma|e2e|bench|scripts)/' },
  },
  {
    name: 'pages-apart',
    comment:
      'A page knows shell, ui and storefront, never another page. The dashboard acts with the hooks of the lists.',
    from: { path: '^client/admin/pages/([^/]+)/', pathNot: test },
    to: {
      path: '^client/admin/(pages/|[^/]+$)',
      pathNot: ['^client/admin/pages/$1/', '/(useBulk|useApplyRequestAction)\\.ts$'],
    },
  },
  {
    name: 'shell-below-pages',
    comment: 'Shell and ui serve the pages and know none of them; shell/start.tsx puts all together.',
    from: { path: '^client/admin/(shell|ui)/', pathNot: [test, '^client/admin/shell/start\\.tsx$'] },
    to: { path: '^client/admin/(pages/|[^/]+$)' },
  },
  {
    name: 'storefront-alone',
    comment: "A shop's page pays for every byte: no package, nothing of the admin.",
    from: { path: '^client/storefront/', pathNot: test },
    to: { pathNot: '^(client/storefront|rules)/' },
  },
  {
    name: 'storefront-takes-only-types-of-rules',
    from: { path: '^client/storefront/', pathNot: test },
    to: { path: '^rules/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'server-not-client',
    comment: 'The server knows of the client only the storefront templates that it renders.',
    from: { path: '^server/', pathNot: test },
    to: { path: '^client/', pathNot: '^client/(storefront|brand)/' },
  },
  {
    name: 'services-without-transport',
    comment: 'Service functions serve GraphQL, REST, jobs and the command line alike and know none of them.',
    from: { path: `^server/(${services})/`, pathNot: [test, edge, '\\.routes\\.ts$'] },
    to: {
      path: [
        '^server/core/(graphql|rest|http)/(?!parts\\.ts|credentials\\.ts)',
        '^server/app/',
        edge,
        'node_modules/(@pothos|fastify|@fastify|graphql|graphql-yoga|graphql-ws)/',
      ],
    },
  },
  {
    name: 'modules-by-their-face',
    comment: 'Another room is entered by <room>.ts, its edges and the files of its face.',
    from: { path: `^server/(${room})/`, pathNot: [test, '^server/(testing|app)/'] },
    to: {
      path: '^server/[^/]+/.*/',
      pathNot: [
        '^server/$1/',
        '/([^/]+)/\\1\\.ts$',
        `^server/(?:${entries})\\.ts$`,
        '\\.(graphql|rest|routes|words)\\.ts$',
        '^server/(testing|generated|app)/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  ...wings.slice(0, -1).map((wing, floor) => ({
    name: `${wing}-below-${wings[floor + 1]}`,
    comment: 'A wing imports only wings below it. Emit an event, or move down what both need.',
    from: { path: `^server/${wing}/`, pathNot: test },
    to: { path: `^server/(${wings.slice(floor + 1).join('|')})/`, dependencyTypesNot: ['type-only'] },
  })),
  {
    name: 'edges-not-database',
    comment: 'GraphQL and REST call service functions; they run no query.',
    from: { path: edge },
    to: {
      path: ['^server/core/database/', '^server/generated/prisma/', 'node_modules/(pg|@prisma)/'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'one-home-for-the-platform',
    comment: "The platform's SDK, addresses and header names live in its adapter; the rest knows the port.",
    from: { path: '^server/', pathNot: ['^server/(platform|demo|app|testing)/', test] },
    to: { path: ['node_modules/@shopify/', '^server/platform/shopify/'] },
  },
  {
    name: 'test-world-for-tests-and-demo',
    from: { path: '^(server|rules|client)/', pathNot: [test, '^server/(testing|cli)/', '^client/.*/testing/'] },
    to: { path: '(^server/testing/|/testing/)', pathNot: 'node_modules' },
  },
  {
    name: 'no-cycles',
    comment: 'Break a cycle between modules by an event. Types may refer to each other.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-barrels',
    comment: 'An index.ts hides where a thing comes from.',
    from: {},
    to: { path: '(^|/)index\\.tsx?$', pathNot: 'node_modules' },
  },
  {
    name: 'no-development-packages-at-run-time',
    // The admin is bundled by the build, so its packages are not installed in production.
    from: { path: '^(rules|server|client)/', pathNot: [test, '/testing/', '^server/cli/', '^client/admin/'] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
  },
  {
    name: 'everything-resolves',
    from: {},
    to: { couldNotResolve: true },
  },
]

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['__generated__', 'bench/peers'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
}
