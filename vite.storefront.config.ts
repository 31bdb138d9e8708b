import { readdirSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { PLACES } from './client/storefront/widgets/shown.ts'
import { hardenStyles } from './scripts/harden-styles.mjs'
import { OPTIONAL_STYLES } from './client/storefront/widgets/box/box-style.ts'
import { keysAt, liveModule, stylesOf } from './client/storefront/widgets/widgets.ts'

const named = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))

const liveFile = (name: string): string => `client/storefront/live/${name}.ts`
const styleFile = (name: string): string => `client/storefront/styles/${name}.css`

/** Scripts and styles of server-rendered pages: widgets in shops' pages, Candor's pages for shoppers, the demo. */
const entry = {
  ...Object.fromEntries(named('client/storefront/live', '.ts').map((name) => [`candor-${name}`, liveFile(name)])),
  ...Object.fromEntries(
    named('client/storefront/styles/looks', '.css').map((name) => [`style-look-${name}`, styleFile(`looks/${name}`)]),
  ),
  ...Object.fromEntries(named('client/storefront/styles', '.css').map((name) => [`style-${name}`, styleFile(name)])),
  'candor-photos': 'client/storefront/photos.ts',
  'candor-poster': 'client/storefront/poster.ts',
  'candor-push': 'client/storefront/push.ts',
  'candor-push-worker': 'client/storefront/push-worker.ts',
  'candor-send-once': 'client/storefront/send-once.ts',
  demo: 'client/demo/demo.ts',
  'demo-theme': 'client/demo/theme.ts',
  'demo-admin': 'client/demo/admin.ts',
  'demo-app-bridge': 'client/demo/app-bridge.ts',
}

/** Lists what a page of each place loads with all its possible widgets, for the size budget. */
const listPages: Plugin = {
  name: 'list-pages',
  generateBundle() {
    const pages = PLACES.map(
      (place) => [place, { scripts: [liveFile(liveModule)], styles: stylesOf(keysAt(place)).map(styleFile) }] as const,
    )
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(pages), null, 2) })
    this.emitFile({
      type: 'asset',
      fileName: 'looks.json',
      source: JSON.stringify(OPTIONAL_STYLES.filter((name) => name.startsWith('looks/')).map(styleFile), null, 2),
    })
  },
}

/** Builds into dist/storefront with hashed names; manifest.json maps a source to its file. */
export default defineConfig({
  publicDir: false,
  plugins: [listPages],
  css: { postcss: { plugins: [hardenStyles()] } },
  build: {
    outDir: 'dist/storefront',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    lib: { entry, formats: ['es'] }, // as a library: Vite puts no 0.8 KB of preloading in front of the first script
    cssCodeSplit: true,
    cssMinify: true,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension', // a shared part stays in the live module: one request less
      output: {
        minify: true,
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
