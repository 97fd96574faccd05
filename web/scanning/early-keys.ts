/** A key that was pressed before anything listened, and what stood in its field then, if a field had it. */
export interface EarlyKey {
  event: KeyboardEvent
  before?: string
}

declare global {
  interface Window {
    /** Of first-paint.js. */
    takeEarlyKeys?: () => EarlyKey[]
  }
}

// As long as a page may take to come on a slow line; what was scanned before means another page.
const FRESH_MS = 15_000

/** The keys that were pressed before anything listened for scanners, but for those of fields that are gone. They are handed out once. */
export const takeEarlyKeys = (): EarlyKey[] =>
  (window.takeEarlyKeys?.() ?? []).filter(
    ({ event: { target, timeStamp } }) =>
      performance.now() - timeStamp < FRESH_MS && target instanceof Node && target.isConnected,
  )
