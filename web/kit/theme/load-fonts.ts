// The fonts of theme-typography.ts, in the weights that the first screens use.
const FIRST_FONTS = ["1em 'Figtree Variable'", "700 1em 'Bricolage Grotesque Variable'"]
const PATIENCE_MS = 300

/** Fetches the fonts, now that the scripts have loaded. Resolves when they have loaded, or after a short timeout. */
export async function loadFonts(): Promise<void> {
  const fonts = Promise.allSettled(FIRST_FONTS.map(font => document.fonts.load(font)))
  await Promise.race([fonts, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
}
