import js from '@eslint/js'
import lingui from 'eslint-plugin-lingui'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**']
const merchantTexts = ['client/admin/**/*.{ts,tsx}', 'client/demo/**/*.{ts,tsx}']

/** Files whose tool needs a default export. */
const defaultExports = ['*.config.{ts,js}', '**/*.d.ts', 'scripts/jest/**', 'server/testing/global-setup.ts']

/** Strings without words: symbols, identifiers, URLs, constants, header names, media types, SVG paths. */
const notWords = [
  '^[^A-Za-z\\u00C0-\\uFFFF]*$',
  '^[a-z][\\w./:#?=&%@*+,;()\\[\\]-]*$',
  '^[A-Z][A-Z0-9_]*$',
  '^!?[._/#?@][^ ]*$',
  '^(https?|wss?|mailto):',
  '^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)+$',
  '^[a-z-]+/[a-z0-9.+-]+(;.*)?$',
  '^M[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+$',
  '^[a-z-]+\\(.*\\)$',
  '^noopener noreferrer$',
  '^Bearer\\b',
  '^\\W*Candor$', // the product's name is the same in every language
]

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', 'bench/peers/', '**/generated/', '**/__generated__/'] },
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  {
    rules: {
      'max-params': ['error', 3],
      'no-control-regex': 'off', // patterns that clean input name control characters
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that every use can be found by it.' },
      ],
    },
  },
  {
    // A text of an outsider must not hold the event loop.
    files: ['{server,rules,client}/**/*.{ts,tsx}'],
    ignores: tests,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  { files: defaultExports, rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  { files: ['extensions/**/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // React Router's loaders throw responses.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
      '@typescript-eslint/no-misused-spread': 'off', // a string is spread to walk its code points
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off', // A caller names the row type.
      // These format in the chosen language and keep their formatters; plain Intl does neither.
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: [
            { from: 'package', package: '@lingui/core', name: ['number', 'date'] },
            // Marked to stand out; our guard allows plain http to local targets only.
            { from: 'package', package: 'openid-client', name: 'allowInsecureRequests' },
          ],
        },
      ],
      // Our objects are records of functions without `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  // Resolvers and graphql-ws hooks have fixed parameters.
  { files: ['**/*.graphql.ts', 'server/core/graphql/**', 'server/app/graphql/**'], rules: { 'max-params': 'off' } },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Tests assert the shape of a response themselves.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['client/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: merchantTexts,
    ignores: [...tests, 'client/admin/shell/words/pseudo.ts'],
    extends: [lingui.configs['flat/recommended']],
    rules: {
      'lingui/no-unlocalized-strings': [
        'error',
        {
          useTsTypes: true,
          ignore: notWords,
          ignoreNames: [
            {
              regex: {
                pattern: '(class|className|style|font|gap|padding|margin|background|accessibilityRole)$',
                flags: 'i',
              },
            },
            {
              regex: {
                pattern:
                  '^(id|key|name|type|to|href|src|rel|d|viewBox|transform|points|fill|stroke|width|height|minWidth|maxWidth|autoComplete|displayName|accept|method|url|dateStyle|timeStyle)$',
              },
            },
            { regex: { pattern: '^[A-Z][A-Z0-9_]*$' } },
          ],
          ignoreFunctions: [
            'graphql',
            'console.*',
            '*Error',
            'Error',
            'RequestFailed',
            'URL',
            'encodeURIComponent',
            'RegExp',
            '*.setAttribute',
            '*.getAttribute',
            '*.addEventListener',
            '*.removeEventListener',
            '*.querySelector',
            '*.querySelectorAll',
            '*.closest',
            '*.matches',
            '*.startsWith',
            '*.endsWith',
            '*.includes',
            '*.split',
            '*.join',
            '*.get',
            '*.set',
            '*.has',
            '*.append',
            'Intl.*',
            '*.toLocaleString',
            'matchMedia',
            '*.matchMedia',
            '*.postMessage',
          ],
        },
      ],
    },
  },
)
