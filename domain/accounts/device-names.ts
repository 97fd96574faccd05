// The first match counts, since browsers also include the names of other browsers.
const BROWSER_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEM_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof BROWSER_PATTERNS, userAgent: string) =>
  names.find(([sign]) => sign.test(userAgent))?.[1] ?? null

/** The operating system or device, from the user agent; brand names are the same in all languages. Null: unknown. */
export const systemName = (userAgent: string): string | null => nameIn(SYSTEM_PATTERNS, userAgent)

/** Precise enough for a user to distinguish a phone from a computer: no versions or models. */
export const deviceNames = (userAgent: string) => ({
  browser: nameIn(BROWSER_PATTERNS, userAgent),
  system: systemName(userAgent),
})
