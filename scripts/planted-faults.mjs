// Faults for each promise of `npm run check`. A fault has a gate, files to write or a built file to enlarge, and
// patterns of the gate's error. A function as file content changes the existing content.

const lines = (...text) => `${text.join('\n')}\n`

/** Rule of .dependency-cruiser.cjs, importing file, and forbidden import. */
const forbiddenImports = [
  ['rules-stand-alone', 'rules/planted.ts', 'node:fs'],
  ['client-not-server', 'client/admin/ui/planted.ts', '../../../server/core/errors.ts'],
  ['pages-apart', 'client/admin/pages/planted-one/planted.ts', '../planted-other/other.ts'],
  ['shell-below-pages', 'client/admin/shell/planted.ts', '../pages/planted-other/other.ts'],
  ['storefront-alone', 'client/storefront/planted.ts', 'react'],
  ['storefront-takes-only-types-of-rules', 'client/storefront/planted-value.ts', '../../rules/limits.ts'],
  ['server-not-client', 'server/planted-client.ts', '../client/admin/pages/planted-other/other.ts'],
  ['services-without-transport', 'server/reviews/reviews/planted.ts', 'graphql'],
  ['services-without-transport', 'server/requests/planted-room/planted.ts', '../../core/http/multipart.ts'],
  ['modules-by-their-face', 'server/reviews/reviews/planted-face.ts', '../../shop/orders/planted-inner.ts'],
  ['modules-by-their-face', 'server/storefront/votes/planted-face.ts', '../submit/planted-inner.ts'],
  ['core-below-platform', 'server/core/http/planted-up.ts', '../../shop/orders/orders.ts'],
  ['requests-below-reviews', 'server/requests/sending/planted-up.ts', '../../reviews/reviews/write-reviews.ts'],
  ['demo-below-app', 'server/demo/planted-up.ts', '../app/jobs.ts'],
  ['edges-not-database', 'server/reviews/votes/planted.rest.ts', '../../core/database/open.ts'],
  ['one-home-for-the-platform', 'server/core/planted-platform.ts', '@shopify/app-bridge-react'],
  ['test-world-for-tests-and-demo', 'server/core/planted-world.ts', '../testing/private-postgres.ts'],
  ['no-cycles', 'server/core/planted-cycle.ts', './planted-cycle-back.ts'],
  ['no-barrels', 'server/reviews/planted-barrel.ts', './votes/index.ts'],
  ['no-development-packages-at-run-time', 'server/core/planted-package.ts', 'axe-core'],
  ['everything-resolves', 'server/core/planted-nowhere.ts', './nowhere.ts'],
]

const imported = {
  'client/admin/pages/planted-other/other.ts': 'export const other = 1\n',
  'server/shop/orders/planted-inner.ts': 'export const inner = 1\n',
  'server/storefront/submit/planted-inner.ts': 'export const inner = 1\n',
  'server/core/planted-cycle-back.ts': "import './planted-cycle.ts'\n",
  'server/reviews/votes/index.ts': "export * from './votes.ts'\n",
}

/** Rule of .oxlintrc.json, the file, and code that breaks it. */
const lintFaults = [
  ['no-super-linear-backtracking', 'server/planted-backtracking.ts', 'export const planted = /^(?:[a-z]+\\s?)+$/\n'],
  [
    'no-super-linear-move',
    'rules/planted-move.ts',
    "export const planted = (text: string): string => text.replace(/\\/+$/, '')\n",
  ],
  ['no-floating-promises', 'server/planted-promise.ts', 'export function planted(): void { Promise.resolve(1) }\n'],
  [
    'max-params',
    'server/planted-params.ts',
    'export const planted = (a: number, b: number, c: number, d: number): number => a + b + c + d\n',
  ],
  [
    'Comments turn rules off in server/planted-silence.ts',
    'server/planted-silence.ts',
    // In two parts: the gate also reads this file.
    `// ox${'lint'}-disable-next-line max-params\nexport const planted = 1\n`,
  ],
  ['no-default-export', 'server/planted-default.ts', 'const planted = 1\nexport default planted\n'],
  ['no-explicit-any', 'server/planted-any.ts', 'export const planted = (value: any): unknown => value as unknown\n'],
  [
    'rules-of-hooks',
    'client/admin/ui/PlantedHook.tsx',
    lines(
      "import { useState } from 'react'",
      'export function PlantedHook({ on }: { on: boolean }) {',
      '  if (!on) return null',
      '  const [text] = useState(1)',
      '  return <b>{text}</b>',
      '}',
    ),
  ],
  [
    'no-unlocalized-strings',
    'client/admin/ui/PlantedText.tsx',
    'export const PlantedText = () => <b>Not yet translated</b>\n',
  ],
]

/** Limits type information to these files: the whole project would take longer and find nothing more. */
const onlyIncluding =
  (...files) =>
  (config) =>
    config.replace(/"include": \[.*\]/, `"include": ${JSON.stringify(files)}`)

const plantedComponent = (document) =>
  lines("import { graphql } from 'relay-runtime'", `export const planted = graphql\`${document}\``)

export const faults = [
  {
    gate: 'types',
    files: { 'rules/planted.ts': "export const planted: number = 'text'\n", 'tsconfig.json': onlyIncluding('rules') },
    names: [/rules\/planted\.ts/],
  },
  {
    gate: 'lint',
    files: {
      ...Object.fromEntries(lintFaults.map(([, file, code]) => [file, code])),
      'tsconfig.json': onlyIncluding(...lintFaults.map(([, file]) => file)),
    },
    only: lintFaults.map(([, file]) => file),
    names: lintFaults.map(([rule]) => new RegExp(rule)),
  },
  {
    gate: 'format',
    files: { 'server/core/planted-format.ts': 'export const planted = { a:1 };\n' },
    only: ['server/core/planted-format.ts'],
    names: [/planted-format\.ts/],
  },
  {
    gate: 'sizes and sentences',
    files: {
      'server/core/planted-long.ts': `export const planted = 1\n${'//\n'.repeat(400)}`,
      'server/core/planted-function.ts': `export function planted(): void {\n${'  void 0\n'.repeat(60)}}\n`,
      'server/core/planted-sentence.ts': `/** Returns ${'a word and '.repeat(7)}an end. */\nexport const planted = 1\n`,
      'server/core/planted-title.test.ts': `test('says ${'a word and '.repeat(7)}an end', () => undefined)\n`,
      'server/core/planted-riddle.ts': '// Nobody is told.\nexport const planted = 1\n',
    },
    names: [
      /planted-long\.ts: lines 401/,
      /planted-function\.ts: lines of a function 62/,
      /planted-sentence\.ts: long sentences 1/,
      /planted-title\.test\.ts: long sentences 1/,
      /planted-riddle\.ts: riddles 2/,
    ],
  },
  {
    gate: 'module boundaries',
    files: {
      ...imported,
      ...Object.fromEntries(forbiddenImports.map(([, file, what]) => [file, `import '${what}'\n`])),
    },
    names: forbiddenImports.map(([rule]) => new RegExp(`${rule}: \\S*planted`)),
  },
  {
    gate: 'migrations match schema.prisma',
    files: { 'prisma/schema.prisma': (text) => `${text}\nmodel Planted {\n  id Int @id\n}\n` },
    names: [/CREATE TABLE "Planted"/],
  },
  {
    gate: 'migrations are unchanged',
    files: {
      'prisma/migrations/20261120200000_first/migration.sql': (text) => `${text}-- One more line.\n`,
      'prisma/migrations/20261121000000_planted/migration.sql': '-- Not in the list.\n',
      'prisma/migrations/checksums': (text) => `${text}${'0'.repeat(64)}  20261121000000_gone/migration.sql\n`,
    },
    names: [/20261120200000_first was changed/, /20261121000000_planted is not in/, /20261121000000_gone is gone/],
  },
  {
    gate: 'every part of the schema is described',
    files: {
      'server/app/graphql/row-ids.ts': (text) =>
        `${text}\nbuilder.queryField('planted', (t) => t.boolean({ resolve: () => true }))\n` +
        `builder.queryField('plantedTwice', (t) => t.boolean({ description: 'Planted twice.', resolve: () => true }))\n`,
      'server/app/graphql/descriptions/reviews.ts': (text) =>
        text.replace('Descriptions = {', "Descriptions = {\n  Planted: { '': 'Nothing.' },"),
    },
    names: [/Query\.planted has no/, /Query\.plantedTwice has no/, /Planted\. is described/],
  },
  {
    gate: 'schema.graphql is up to date',
    files: { 'schema.graphql': (text) => `${text}\ntype Planted {\n  id: ID\n}\n` },
    names: [/npm run codegen/],
  },
  {
    gate: 'docs/api/settings.md is up to date',
    files: { 'docs/api/settings.md': (text) => text.replace('| `true` |', '| `false` |') },
    names: [/npm run codegen/],
  },
  {
    gate: 'GraphQL documents and their artifacts',
    files: { 'client/admin/ui/planted.ts': plantedComponent('query plantedQuery { plantedField }') },
    names: [/plantedField/],
  },
  {
    gate: 'docs/api/settings.md is up to date',
    files: { 'docs/api/settings.md': (text) => text.replace('| `true` |', '| `false` |') },
    names: [/npm run codegen/],
  },
  {
    gate: 'GraphQL documents and their artifacts',
    files: { 'client/admin/ui/planted.ts': plantedComponent('query plantedQuery { viewer { __typename } }') },
    names: [/plantedQuery/],
  },
  {
    gate: 'catalogs contain every string',
    files: {
      'client/admin/ui/planted.ts': lines(
        "import { msg } from '@lingui/core/macro'",
        'export const planted = msg`A planted sentence`',
      ),
    },
    names: [/“A planted sentence” \(client\/admin\/ui\/planted\.ts\)/],
  },
  {
    gate: "catalogs contain the server's texts",
    files: {
      'server/planted.words.ts':
        "export const plantedWords = [{ id: 'planted.word', message: 'Not marked' }] as const\n",
    },
    names: [/planted\.word “Not marked” is in no catalog/],
  },
  {
    gate: "catalogs contain the server's texts",
    files: {
      'locales/ja/messages.po': (text) =>
        text.replace(/^(#[^\n]*\n)*msgid "mail\.request\.button"\nmsgstr "[^\n]*"\n/m, ''),
    },
    names: [/mail\.request\.button is missing from ja/],
  },
  {
    gate: "catalogs contain the server's texts",
    files: {
      'locales/en/messages.po': (text) =>
        text.replace(/^(msgid "mail\.request\.button"\n)msgstr ".+"$/m, '$1msgstr "What it said before"'),
    },
    names: [/mail\.request\.button has changed to/],
  },
  {
    gate: 'catalogs are translated',
    files: {
      'locales/de/messages.po': (text) => text.replace(/^(msgid "Import reviews"\n)msgstr ".+"$/m, '$1msgstr ""'),
    },
    names: [/locales\/de\/messages.*Import reviews/],
  },
  {
    gate: 'bundle sizes',
    grow: { build: 'dist/storefront', source: 'client/storefront/live/live.ts', bytes: 4_000 },
    names: [/storefront scripts of a page/],
  },
  {
    gate: 'bundle sizes',
    grow: { build: 'dist/storefront', source: 'client/storefront/photos.ts', bytes: 8_000 },
    names: [/storefront scripts together/],
  },
  {
    gate: 'bundle sizes',
    grow: { build: 'dist/storefront', source: 'client/storefront/styles/star-rating.css', bytes: 7_000 },
    names: [/storefront style of a page/],
  },
  {
    gate: 'bundle sizes',
    grow: { build: 'dist/admin', source: 'index.html', bytes: 300_000 },
    names: [/admin first route/],
  },
]
