// The fonts of theme-tokens.ts, in the weights that the first screens use.
const FIRST_FONTS = ["1em 'Figtree Variable'", "700 1em 'Bricolage Grotesque Variable'"]
const PATIENCE_MS = 300
// Later than this, the network or the phone is slow: the fonts would come after the timeout.
const SOON_MS = 700

/**
 * Fetches the fonts, now that the scripts have loaded. Resolves when they have loaded, or after a short timeout; at once where they
 * would come too late anyway, since the fallback fonts are as wide and nothing moves then.
 */
export async function loadFonts(): Promise<void> {
  const fonts = Promise.allSettled(FIRST_FONTS.map(font => document.fonts.load(font)))
  if (performance.now() > SOON_MS) return
  await Promise.race([fonts, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
}
