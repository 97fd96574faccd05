import { isFirstVisit } from '#web/kit/session/remembered-user.ts'

// The fonts of theme-tokens.ts, in the weights that the first screens use.
const FIRST_FONTS = ["1em 'Figtree Variable'", "700 1em 'Bricolage Grotesque Variable'"]
const TIMEOUT_MS = 300
// Later than this, the network or the phone is slow: the fonts would come after the timeout.
const SOON_MS = 700

/**
 * Fetches the fonts, now that the scripts have loaded. Resolves when they have loaded, or after a short timeout; at once where they
 * would come too late anyway. On a first visit, fonts that come late are used from the next page on: their lines may break elsewhere
 * than those of the fallback fonts, and the shelf, which is there early, would move.
 */
export async function loadFonts(): Promise<void> {
  const { dataset } = document.documentElement
  let haveCome = false
  const coming = Promise.allSettled(FIRST_FONTS.map(font => document.fonts.load(font))).then(() => (haveCome = true))
  if (performance.now() <= SOON_MS)
    await Promise.race([coming, new Promise(resolve => setTimeout(resolve, TIMEOUT_MS))])
  if (haveCome || !isFirstVisit()) return
  dataset['fonts'] = 'late'
  const use = () => haveCome && delete dataset['fonts']
  if ('navigation' in window) window.navigation.addEventListener('currententrychange', use)
  else void coming.then(use)
}
