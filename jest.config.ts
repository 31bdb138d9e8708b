import { globSync, readFileSync } from 'node:fs'
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

/** CI runs tests with this tag in their title, or in their `describe`, on the oldest supported PostgreSQL too. */
const oldestTag = '@oldest'
const onOldest = process.env.CANDOR_TEST_OLDEST === 'yes'

/** Suites without a tagged test are not loaded. */
const suitesOnOldest = () =>
  globSync('server/**/*.test.ts')
    .filter((path) => readFileSync(path, 'utf8').includes(oldestTag))
    .map((path) => `<rootDir>/${path}`)

const config: Config = {
  watchman: false,
  maxWorkers: 2, // With a third one, suites that watch the clock fail on two cores.
  testSequencer: '<rootDir>/scripts/jest/longest-first.mjs',
  workerIdleMemoryLimit: 0.15, // Share of the machine's memory; a new worker loads all libraries again.
  workerGracefulExitTimeout: 10_000, // On a busy machine a worker needs more than 500 ms to free its memory.
  ...(onOldest && { testNamePattern: oldestTag }),
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
      testMatch: onOldest ? suitesOnOldest() : ['<rootDir>/server/**/*.test.ts', '<rootDir>/scripts/**/*.test.ts'],
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
