import { defineConfig } from 'vite'

/** Scripts and styles of the pages that the server renders: shops' product pages and the demo. */
const entry = {
  'candor': 'client/storefront/loader.ts',
  'candor-photos': 'client/storefront/photos.ts',
  'candor-poster': 'client/storefront/poster.ts',
  'candor-send-once': 'client/storefront/send-once.ts',
  'candor-style': 'client/storefront/candor.css',
  'demo': 'client/demo/demo.ts',
  'demo-admin': 'client/demo/admin.ts',
  'demo-app-bridge': 'client/demo/app-bridge.ts',
}

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
