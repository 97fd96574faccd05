declare global {
  interface Window {
    /** Of first-paint.js. */
    takeEarlyKeys?: () => KeyboardEvent[]
  }
}

// As long as a page may take to come on a slow line; what was scanned before means another page.
const FRESH_MS = 15_000

/** The keys that were pressed outside of fields before anything listened for scanners. They are handed out once. */
export const takeEarlyKeys = (): KeyboardEvent[] =>
  (window.takeEarlyKeys?.() ?? []).filter(({ timeStamp }) => performance.now() - timeStamp < FRESH_MS)
