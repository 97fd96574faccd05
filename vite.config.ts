import { basename, dirname, join } from 'node:path'
import { serwist } from '@serwist/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './scripts/vite/first-paint.ts'
import { guidePages } from './scripts/vite/guide-pages.ts'
import { listModules } from './scripts/vite/list-modules.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { retainOldAssets } from './scripts/vite/retain-old-assets.ts'
import { moduleSharing } from './scripts/vite/share-modules.ts'
import { stripServerParts } from './scripts/vite/strip-server-parts.ts'
import { workerFiles } from './scripts/vite/worker-files.ts'

const OUT_DIR = join(import.meta.dirname, 'dist/web')

const FOUNDATION = /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//

const MODULE = /\.(?:[cm]?js|tsx?|svg\?url|module\.css)$/

const DIALOG = /web\/kit\/ui\/(?:modal|(?:confirm-)?dialog)\.(?:tsx|module\.css)$/

// The Host stays the browser's: the server compares it with the Origin.
const SHOP = { target: `http://127.0.0.1:${process.env.PORT || '3000'}`, changeOrigin: false }

// What the worker keeps is told by the build's manifest: the directory also holds files of earlier builds.
const serviceWorker = serwist({
  swSrc: 'service-worker.ts',
  swDest: 'service-worker.js',
  swUrl: '/service-worker.js',
  globDirectory: OUT_DIR,
  globPatterns: [],
  rollupFormat: 'iife',
  disable: process.env.NODE_ENV !== 'production',
  integration: {
    beforeBuildServiceWorker: ({ injectManifest }) => {
      injectManifest.additionalPrecacheEntries = workerFiles(dirname(injectManifest.swDest))
    },
  },
})

const sharing = moduleSharing()

export default defineConfig({
  root: 'web',
  base: '/',
  // Names that are readable in the inspector, and that compress well.
  css: { modules: { generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*$/, '')}-${name}` } },
  plugins: [
    react(),
    stripServerParts(),
    guidePages(),
    firstPaint(),
    retainOldAssets(),
    listModules(),
    serviceWorker,
    precompress(),
  ],
  build: {
    outDir: OUT_DIR,
    manifest: true,
    target: 'baseline-widely-available',
    // The content security policy lets fonts, workers and wasm come only from files of our own.
    assetsInlineLimit: 0,
    // One style sheet: a part of the app then never waits for one of its own.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What every screen needs and an update of the shop seldom changes keeps its name, and so its place in the cache.
    // Few files, each whole: the first view comes in three, and what several pages share is not cut into crumbs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: FOUNDATION, tags: ['$initial'], priority: 5 },
            {
              name: 'shell',
              test: /^(?!.*web\/main\.tsx$).*\.(?:[cm]?js|tsx?|module\.css)$/,
              tags: ['$initial'],
              priority: 4,
            },
            { name: 'dialog', test: DIALOG, priority: 3, includeDependenciesRecursively: false },
            {
              name: (id, graph) => sharing.amongShop(id, at => graph.getModuleInfo(at)),
              debugName: 'shared among shoppers',
              test: MODULE,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: (id, graph) => sharing.withOffice(id, at => graph.getModuleInfo(at)),
              debugName: 'shared by a shopper and the back office',
              test: MODULE,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: (id, graph) => sharing.byOffice(id, at => graph.getModuleInfo(at)),
              debugName: 'shared by the back office',
              test: MODULE,
              minShareCount: 2,
              // Else what two of a shopper's parts share would come along, and bring the back office to them.
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // npm run dev has said where the pages are.
    strictPort: true,
    fs: { allow: ['..'] },
    // Files of web/api have an extension, the API's paths have none.
    proxy: { '^/api/[\\w/-]+(?:\\?|$)': SHOP, '^/dev/': SHOP, '^/images/': SHOP },
  },
})
