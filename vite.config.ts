import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The one Babel pass: only files with a GraphQL document or a Lingui macro go through it. */
const compileDocumentsAndMacros = babel({
  presets: [
    { preset: () => ({ plugins: [['babel-plugin-relay', { isDevVariableName: 'relayChecksArtifacts' }]] }), rolldown: { filter: { code: 'graphql`' } } },
    { preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }), rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } } },
  ],
})

/** A catalog holds the server's words too, under ids with a dot in them, which no macro makes; of those the admin says the widget's only, in its previews. */
const leaveOutServerWords: Plugin = {
  name: 'leave-out-server-words',
  transform: {
    filter: { id: /\.po$/ },
    async handler(code) {
      const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: object }
      const kept = Object.fromEntries(Object.entries(messages).filter(([id]) => !id.includes('.') || id.startsWith('widget.')))
      return { code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(kept))})`, map: null }
    },
  },
}

/** The admin: one page for both shells, built into dist/admin. In development scripts/dev.mjs serves it under `base`. */
export default defineConfig(({ command }) => ({
  root: 'client/admin',
  base: command === 'serve' ? '/@admin/' : '/',
  publicDir: false,
  // The plugin prints long documents differently than the compiler does and would call their artifacts stale.
  define: { relayChecksArtifacts: 'false' },
  plugins: [compileDocumentsAndMacros, react(), lingui({ failOnCompileError: true }), leaveOutServerWords],
  build: {
    outDir: '../../dist/admin',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    rolldownOptions: {
      output: {
        // What changes with our dependencies only stays in browsers' caches over releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'data', test: /node_modules[\\/](relay-runtime|react-relay|react-router|@lingui|fbjs|invariant)[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
}))
