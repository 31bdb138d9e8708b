import type { Config } from 'jest'

const stripTypes: Config['transform'] = { '\\.ts$': '<rootDir>/scripts/jest/strip-types.mjs' }

/** JSX, Relay documents and Lingui macros need a compiler; types are stripped in the same pass. */
const compileClient: Config['transform'] = {
  '\\.tsx?$': [
    'babel-jest',
    {
      babelrc: false,
      configFile: false,
      plugins: [
        ['babel-plugin-relay', { isDevVariableName: 'relayChecksArtifacts' }],
        '@lingui/babel-plugin-lingui-macro',
      ],
      presets: [
        ['@babel/preset-env', { targets: { node: 'current' }, modules: false }],
        ['@babel/preset-react', { runtime: 'automatic' }],
        ['@babel/preset-typescript', { onlyRemoveTypeImports: true, allowDeclareFields: true }],
      ],
    },
  ],
}

const modules = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transformIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['<rootDir>/(dist|data|bench/peers)/'],
} satisfies Config

/**
 * Suites that CI also runs on a PostgreSQL server. They cover security policies, locks, claims, notifications,
 * partitions, bulk writes, search and keyset lists. The others run on the embedded database only.
 */
const dependOnDatabase = [
  'core/worker-process',
  'core/background/{background,purge}',
  'core/database/{find-page,tenancy}',
  'core/files/unused-files',
  'core/graphql/subscriptions/{pubsub,subscriptions}',
  'core/idempotency/idempotency',
  'demo/seed/seed-grow',
  'imports/{discard,imported-names,imports,many-products,pause,purge}',
  'imports/checking/{product-match,recount}',
  'imports/media/media-locks',
  'imports/running/{run,run-slice}',
  'imports/undo/undo',
  'requests/queue/{queue,one-tab}',
  'requests/requests/queue-counts',
  'requests/sending/{stored-mail,sending}',
  'reviews/bulk/bulk',
  'reviews/export/lease',
  'reviews/notices/notifications',
  'reviews/reviews/{reviews,translations}',
  'reviews/reviews/changes/{perform-action,lifecycle,retitle}',
  'reviews/reviews/list/{list-reviews,one-status}',
  'shop/analytics/analytics',
  'shop/integrations/integrations',
  'shop/orders/orders',
  'shop/products/products',
  'shop/session/session',
  'storefront/submit/submit',
  'storefront/widgets/{storefront,widgets}',
].map((suite) => `<rootDir>/server/${suite}.test.ts`)
const onServer = process.env.CANDOR_TEST_DATABASE === 'server'

const config: Config = {
  watchman: false,
  maxWorkers: 2, // with a third worker, suites that start processes and browsers time out
  testSequencer: '<rootDir>/scripts/jest/longest-first.mjs',
  workerIdleMemoryLimit: 0.15, // Share of the machine's memory; a new worker loads all libraries again.
  // Long enough for a busy machine; a hang still fails.
  testTimeout: 60_000,
  projects: [
    {
      ...modules,
      displayName: 'rules',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/rules/**/*.test.ts'],
      transform: stripTypes,
    },
    {
      ...modules,
      displayName: 'server',
      testTimeout: 60_000,
      testEnvironment: '<rootDir>/scripts/jest/server-environment.mjs',
      testMatch: onServer ? dependOnDatabase : ['<rootDir>/server/**/*.test.ts', '<rootDir>/scripts/**/*.test.ts'],
      transform: stripTypes,
      setupFiles: ['<rootDir>/scripts/jest/load-libraries.mjs'],
      globalSetup: '<rootDir>/server/testing/global-setup.ts',
    },
    {
      ...modules,
      displayName: 'client',
      testTimeout: 30_000,
      testEnvironment: '<rootDir>/scripts/jest/jsdom-environment.mjs',
      testMatch: ['<rootDir>/client/**/*.test.{ts,tsx}'],
      transform: compileClient,
      moduleNameMapper: { '\\.css(\\?.*)?$': '<rootDir>/scripts/jest/no-style.mjs' },
      globals: { relayChecksArtifacts: false }, // see vite.config.ts
      setupFiles: ['<rootDir>/scripts/jest/client-setup.mjs'],
    },
    {
      ...modules,
      displayName: 'browser',
      testTimeout: 120_000,
      testEnvironment: '<rootDir>/scripts/jest/server-environment.mjs',
      testMatch: ['<rootDir>/e2e/**/*.test.ts'],
      transform: stripTypes,
      setupFiles: ['<rootDir>/scripts/jest/load-libraries.mjs'],
      globalSetup: '<rootDir>/server/testing/global-setup.ts',
    },
  ],
}

export default config
