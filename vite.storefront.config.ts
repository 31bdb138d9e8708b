import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Scripts and styles for pages that the server renders: shops' product pages and the demo store. Absent ones are left out. */
const entries = {
  'candor': 'client/storefront/loader.ts',
  'candor-style': 'client/storefront/candor.css',
  'demo': 'client/demo/demo.ts',
  'demo-style': 'client/demo/demo.css',
}

/** Built into dist/storefront with hashed names; its manifest.json tells the server which file a source became. */
export default defineConfig({
  publicDir: false,
  base: './',
  build: {
    outDir: 'dist/storefront',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    modulePreload: { polyfill: false }, // every byte of the first script is in the shopper's way
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
    },
  },
})
