/// <reference lib="webworker" />
import { CacheFirst, ExpirationPlugin, type PrecacheEntry, Serwist } from 'serwist'
import { listenToPush } from './worker/push-events.ts'

declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: PrecacheEntry[] }

const LATER_CACHE = 'puoti-later'
const PICTURE_CACHE = 'puoti-pictures'
const MAX_PICTURES = 100
const PICTURE_SECONDS = 30 * 24 * 60 * 60

// The only place where the build inserts the list of files to cache.
// oxlint-disable-next-line no-underscore-dangle -- the build looks for this name
const files = self.__SW_MANIFEST
const later = files.filter(({ revision }) => revision === 'later').map(({ url }) => url)

// Paths that other services answer; a name with an extension is a file's.
const NOT_PAGES = [/^\/api\//, /^\/dev\//, /^\/calls\//, /^\/01\//, /^\/(?:livez|readyz|metrics)\b/, /\.\w+$/]

const serwist = new Serwist({
  precacheEntries: files.filter(({ revision }) => revision !== 'later'),
  precacheOptions: {
    cleanupOutdatedCaches: true,
    concurrency: 4,
    // Every address is the same page. It is stored with its own headers: its policy contains its own nonce.
    navigateFallback: '/cached-page',
    navigateFallbackDenylist: NOT_PAGES,
  },
  runtimeCaching: [
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && later.includes(url.pathname),
      handler: new CacheFirst({ cacheName: LATER_CACHE }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
      handler: new CacheFirst({
        cacheName: PICTURE_CACHE,
        plugins: [
          new ExpirationPlugin({ maxEntries: MAX_PICTURES, maxAgeSeconds: PICTURE_SECONDS, purgeOnQuotaError: true }),
        ],
      }),
    },
  ],
})

/** Caches large files that are not needed to open the shop: above all the barcode decoder. */
async function cacheLater(): Promise<void> {
  const cache = await caches.open(LATER_CACHE)
  for (const url of later) if (!(await cache.match(url))) await cache.add(url)
}

async function dropOldLater(): Promise<void> {
  const cache = await caches.open(LATER_CACHE)
  for (const request of await cache.keys()) {
    if (!later.includes(new URL(request.url).pathname)) await cache.delete(request)
  }
}

self.addEventListener('message', event => {
  // The page sends this when it is idle. A failure is retried at the next start.
  if (event.data === 'KEEP_LATER') event.waitUntil(cacheLater().catch(() => undefined))
})
self.addEventListener('activate', event => event.waitUntil(dropOldLater()))

listenToPush(self)
serwist.addEventListeners()
