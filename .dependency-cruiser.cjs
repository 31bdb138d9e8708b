// Module boundaries (ARCHITECTURE.md). scripts/check-selftest.mjs violates each rule in a copy and verifies that the check catches it.

/** Modules of business logic: their service functions know no transport. */
const modules = [
  'analytics', 'api-keys', 'branding', 'bulk', 'customers', 'discounts', 'edit-requests', 'email-queue', 'emails', 'idempotency', 'imports', 'instagram', 'integrations', 'notifications', 'old-orders', 'onboarding', 'orders', 'privacy',
  'products', 'qr-codes', 'queue-kinds', 'requests', 'review-export', 'reviews', 'saved-views', 'secrets', 'sending', 'settings', 'shops', 'storefront', 'subscription', 'feeds', 'ratings', 'theme', 'views', 'testimonials', 'translations',
].join('|')

/**
 * The face of each folder of server/: what the other folders may import beside <folder>.ts and its edges. A folder without a line
 * is entered by these alone. The lists of server/ itself (jobs, listeners, compose) may import anything.
 */
const faces = {
  analytics: ['backfill', 'facts', 'reports'],
  background: ['claim', 'lost-jobs', 'passing', 'watch'],
  customers: ['customer-payload', 'preferences', 'suppression-list', 'suppressions'],
  database: ['cursor', 'find-page', 'for-shop', 'keyset', 'like', 'migrate', 'nullable-order', 'open', 'start-lock', 'statistics'],
  discounts: ['thanks'],
  emails: ['sent-counts'],
  files: ['fetch-remote', 'images', 'one-use', 'public-address', 'resolve-name', 'unused-files', 'uploads', 'video/video-file', 'video/videos'],
  graphql: ['batched', 'builder', 'edge', 'enums', 'ids', 'introspection-cost', 'pages', 'playground/playground'],
  http: ['compression', 'errors', 'few-at-once', 'multipart', 'sender'],
  imports: [
    'checking/check', 'checking/check-work', 'checking/remap', 'discard', 'failure', 'files/import-file', 'files/keep-upload', 'files/known-columns', 'files/open-records', 'running/aside', 'running/run',
    'sources/sources',
  ],
  instagram: ['connection'],
  integrations: ['aem/hand-over', 'ask', 'connection', 'deliver', 'instagram/api', 'instagram/stand-in'],
  mail: ['behaviour', 'brand', 'check-templates', 'html', 'letter', 'mail-words', 'merchant-smtp', 'merchant-template', 'outage', 'request-mail', 'template-versions', 'interactive/amp-rules', 'interactive/amp-part'],
  operator: ['ask-server', 'command', 'export-order', 'import-order'],
  orders: ['order-lines', 'order-payload', 'reviewable'],
  push: ['prompt', 'push-content', 'push-settings', 'send-pushes'],
  'queue-kinds': ['kinds'],
  requests: ['add-requests', 'item-snapshot', 'parcels', 'progress', 'queue-counts', 'queue-marks', 'reminders', 'reschedule'],
  rest: ['body-fields', 'download', 'setting-picture'],
  'review-export': ['file-format', 'guard', 'rows', 'seal', 'write-file'],
  'review-form': ['link', 'page'],
  reviews: [
    'adding/add-photos', 'adding/insert', 'adding/submit', 'changes/act', 'changes/edit', 'changes/own', 'changes/proposals', 'changes/reachable', 'changes/remove', 'changes/revert', 'check-counts', 'list/facets', 'list/filter-sql', 'list/filter-wire',
    'list/list', 'locked', 'media/media-rows', 'media/posted-media', 'media/show-media', 'translations', 'write',
  ],
  secrets: ['rotate', 'shop-secrets'],
  sender: ['bounces/reputation', 'follow-save', 'identity', 'outlet', 'own-address', 'sender'],
  sending: ['deliver', 'job-mail', 'links', 'request-content', 'review-letter', 'unreachable', 'usage'],
  session: ['accounts'],
  settings: ['branded'],
  storefront: ['answers', 'assets', 'page-view', 'reading-view', 'pages/page-cache', 'shopper-address', 'submit/file-field', 'submit/submit', 'submit/submit-page', 'submit/write-page'],
  web: ['dns', 'request'],
  words: ['message', 'problem-text'],
}
const entries = Object.entries(faces).map(([folder, files]) => `${folder}/(?:${files.join('|')})`).join('|')

/** Pairs of modules of which only the second knows the first. What both need belongs into the first, or the first emits an event. */
const below = [['review-export', 'imports'], ['products', 'reviews'], ['reviews', 'edit-requests']]

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
    comment: 'A page knows the shell, the ui and the storefront, never another page or the table of routes.',
    from: { path: '^client/admin/pages/([^/]+)/', pathNot: test },
    to: { path: '^client/admin/(pages/|[^/]+$)', pathNot: '^client/admin/pages/$1/' },
  },
  {
    name: 'shell-below-pages',
    comment: 'Shell and ui serve the pages and know none of them; shell/start.tsx puts all together.',
    from: { path: '^client/admin/(shell|ui)/', pathNot: [test, '^client/admin/shell/start\\.tsx$'] },
    to: { path: '^client/admin/(pages/|[^/]+$)' },
  },
  {
    name: 'storefront-alone',
    comment: 'A shop\'s page pays for every byte: no package, nothing of the admin.',
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
    comment: 'Service functions serve GraphQL, REST, jobs and the command line alike and know none of them; ids are written one way for all.',
    from: { path: `^server/(${modules})/`, pathNot: [test, edge, '\\.routes\\.ts$'] },
    to: { path: ['^server/graphql/(?!ids\\.ts)', '^server/(rest|http)/(?!parts\\.ts)', edge, 'node_modules/(@pothos|fastify|@fastify|graphql|graphql-yoga|graphql-ws)/'] },
  },
  {
    name: 'modules-by-their-face',
    comment: 'Another folder of server/ is entered by <folder>.ts, its edges and the files of its face.',
    from: { path: '^server/([^/]+)/', pathNot: [test, '^server/testing/'] },
    to: { path: '^server/[^/]+/', pathNot: ['^server/$1/', '^server/([^/]+)/\\1\\.ts$', `^server/(${entries})\\.ts$`, '\\.(graphql|rest|routes|words)\\.ts$', '^server/(testing|generated)/'], dependencyTypesNot: ['type-only'] },
  },
  ...below.map(([lower, upper]) => ({
    name: `${lower}-below-${upper}`,
    comment: `server/${upper} imports server/${lower}, so no import goes back.`,
    from: { path: `^server/${lower}/`, pathNot: test },
    to: { path: `^server/${upper}/` },
  })),
  {
    name: 'edges-not-database',
    comment: 'GraphQL and REST call service functions; they run no query.',
    from: { path: edge },
    to: { path: ['^server/database/', '^server/generated/prisma/', 'node_modules/(pg|@prisma)/'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'one-home-for-the-platform',
    comment: 'The platform\'s SDK, addresses and header names live in its adapter; the rest knows the port.',
    from: { path: '^server/', pathNot: ['^server/(platform|testing)/', test] },
    to: { path: ['node_modules/@shopify/', '^server/platform/shopify/'] },
  },
  {
    name: 'test-world-for-tests-and-demo',
    from: { path: '^(server|rules|client)/', pathNot: [test, '^server/(testing|demo|platform/demo|cli)/', '^client/.*/testing/'] },
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
    from: { path: '^(rules|server|client)/', pathNot: [test, '/testing/', '^server/cli/'] },
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
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'] },
  },
}
