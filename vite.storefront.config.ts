import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Scripts and styles for pages that the server renders: shops' product pages and the demo store. Absent ones are left out. */
const entries = {
  'candor': 'client/storefront/loader.ts',
  'candor-style': 'client/storefront/candor.css',
  'demo': 'client/demo/demo.ts',
  'demo-style': 'client/demo/demo.css',
}
const entry = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)))

/** Built into dist/storefront with hashed names; its manifest.json tells the server which file a source became. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/storefront',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    lib: { entry, formats: ['es'] }, // as a library: Vite puts no 0.8 KB of preloading in front of the first script
    cssCodeSplit: true,
    cssMinify: true,
    rolldownOptions: {
      output: { minify: true, entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
    },
  },
})
