// The page that "audio-audit run --html" writes: one script and one style, which the command line puts into it.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: fileURLToPath(new URL('../dist/report-file', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    // There is nowhere to load them from.
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: fileURLToPath(new URL('./src/report-file/main.tsx', import.meta.url)),
      output: { entryFileNames: 'report.js', assetFileNames: 'report[extname]', inlineDynamicImports: true },
    },
  },
  logLevel: 'warn',
})
