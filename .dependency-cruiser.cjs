// Module boundaries (ARCHITECTURE.md). scripts/check-selftest.mjs violates each rule in a copy and verifies that the check catches it.

/** Nouns of the specification: their service functions stand in server/<module>/<module>.ts. */
const modules = [
  'analytics', 'api-keys', 'branding', 'customers', 'discounts', 'display-settings', 'email-queue', 'emails', 'general-settings', 'imports', 'integrations', 'notifications', 'onboarding',
  'orders', 'privacy', 'products', 'qr-codes', 'request-timing', 'reviews', 'settings', 'shops', 'storefront', 'subscription', 'testimonials', 'translations',
].join('|')

/** What a module offers beside its face: pieces other modules may take, each with a reader of its own. Keep the list short. */
const offered = ['analytics/daily-stats', 'customers/suppressions', 'orders/order-lines', 'orders/reviewable', 'reviews/counts', 'reviews/media-rows', 'reviews/posted-media', 'reviews/remove', 'reviews/search-text', 'reviews/show-media', 'reviews/submit', 'settings/versioned'].join('|')

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
    to: { path: ['^server/graphql/(?!ids\\.ts)', '^server/(rest|http)/', edge, 'node_modules/(@pothos|fastify|@fastify|graphql|graphql-yoga|graphql-ws)/'] },
  },
  {
    name: 'modules-by-their-face',
    comment: 'Another module is known by <module>.ts and by the pieces it offers.',
    from: { path: `^server/(${modules})/`, pathNot: test },
    to: { path: `^server/(${modules})/`, pathNot: ['^server/$1/', '^server/([^/]+)/\\1\\.ts$', `^server/(${offered})\\.ts$`, edge], dependencyTypesNot: ['type-only'] },
  },
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
