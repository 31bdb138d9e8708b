import { readFile } from 'node:fs/promises'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { SHOPPER_ONLY_LOCALES } from './rules/locales.ts'
import { UnlistedWords } from './scripts/unlisted-words.ts'

/** The only Babel pass: files with a GraphQL document or a Lingui macro. A build leaves texts to the catalogs. */
const compileDocumentsAndMacros = (words: UnlistedWords | undefined) =>
  babel({
    presets: [
      {
        preset: () => ({ plugins: [['babel-plugin-relay', { isDevVariableName: 'relayChecksArtifacts' }]] }),
        rolldown: { filter: { code: 'graphql`' } },
      },
      {
        preset: () => ({
          plugins: words
            ? [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }], words.keepUnlisted]
            : ['@lingui/babel-plugin-lingui-macro'],
        }),
        rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
      },
    ],
  })

/** Pages that are rarely the first: the first of them loads their words. */
const laterPages =
  /^client\/admin\/(?:shell\/support\/|ui\/(?:preview|requests|ThemePlacement|SurveySplit|discountWords|suspicionWords|suppressionWords)|pages\/(?:home\/later|collect-reviews|import-reviews|display-settings|settings|survey|integrations|subscription|analytics|account|people|partners|feature-request|dev-zone|reviews\/(?:reply\/|edit\/|create\/|suspicions\/|templates\/|review\/(?:EditState|historyWords|StatementCard|ReviewHistory|ReviewCard|ReportsCard))))/

/**
 * Splits a catalog: `messages.po` has the texts of first pages, `messages.po?lingui` those of further pages only. The
 * catalog also holds the server's words, whose ids have a dot. The admin uses only the widgets' words of them, in
 * previews.
 */
const splitCatalogs = (words: UnlistedWords | undefined): Plugin => ({
  name: 'split-catalogs',
  transform: {
    filter: { id: /\.po(\?lingui)?$/ },
    async handler(code, id) {
      const compiled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
        messages: Record<string, unknown>
      }
      // Copy: Lingui compiles a language that it doesn't know to the English code, whose module Node shares.
      const messages = { ...compiled.messages }
      const [file = ''] = id.split('?')
      const entries = await formatter().parse(await readFile(file, 'utf8'), {
        locale: undefined,
        sourceLocale: 'en',
        filename: file,
      })
      const locale = file.split('/').at(-2) ?? ''
      words?.noteUntranslated(locale, entries)
      // Lingui would compile the source texts, as its configuration has only the admin's languages.
      if ((SHOPPER_ONLY_LOCALES as readonly string[]).includes(locale))
        for (const [key, { translation }] of Object.entries(entries)) messages[key] = compileMessage(translation ?? '')
      const isLater = (key: string) => {
        const origins = entries[key]?.origin ?? []
        return key.startsWith('widget.') || (origins.length > 0 && origins.every(([source]) => laterPages.test(source)))
      }
      const wanted = (key: string) =>
        (!key.includes('.') || key.startsWith('widget.')) && isLater(key) === id.endsWith('?lingui')
      const kept = Object.fromEntries(Object.entries(messages).filter(([key]) => wanted(key)))
      return { code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(kept))})`, map: null }
    },
  },
})

/** Builds the admin, one page for both shells. In development scripts/dev.mjs serves it under `base`. */
export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const words = command === 'build' ? await UnlistedWords.ofCatalog('locales/en/messages.po') : undefined
  return {
    root: 'client/admin',
    base: command === 'serve' ? '/@admin/' : '/',
    publicDir: false,
    // The plugin prints long documents differently than the compiler and would call their artifacts stale.
    define: { relayChecksArtifacts: 'false' },
    plugins: [
      compileDocumentsAndMacros(words),
      react(),
      lingui({ failOnCompileError: true }),
      splitCatalogs(words),
      words?.tell,
    ],
    build: {
      outDir: '../../dist/admin',
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'baseline-widely-available',
      assetsInlineLimit: 0, // the content security policy allows no data: addresses
      rolldownOptions: {
        output: {
          // The first script lists the files of all pages: names would be a fifteenth of its size.
          chunkFileNames: 'assets/[hash].js',
          // Dependencies get their own file, which browsers cache over releases.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
              {
                name: 'data',
                test: /node_modules[\\/](relay-runtime|react-relay|react-router|@lingui|fbjs|invariant)[\\/]/,
                priority: 20,
              },
              // Code that most pages share, in one file: a third fewer files on a first load, and better compression.
              {
                name: 'shared',
                test: /node_modules[\\/]@shopify[\\/]|[\\/](?:client[\\/]admin[\\/](?:shell|ui(?![\\/](?:settings|preview)))|rules(?![\\/](?:settings|validation|brand)))[\\/]/,
                minShareCount: 12,
                priority: 10,
              },
            ],
          },
        },
      },
    },
  }
})
