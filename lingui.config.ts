import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** The folders of locales/. Pseudo texts for the browser test are made from the sources at run time, not kept here. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'zh', 'nl', 'fr', 'de', 'ko', 'it', 'ja', 'pt', 'es', 'pt-PT', 'zh-CN'],
  // No fallbackLocales: they would hide a missing translation from `lingui check missing`.
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['client', 'server', 'rules'],
      exclude: ['**/*.test.*', '**/__generated__/**', '**/generated/**', '**/testing/**'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
