// Of those that fit, the first: browsers call themselves by the names of others as well.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1] ?? null

/** What a browser runs on, by its user agent; brands are called the same in all languages. Null: nobody knows. */
export const systemName = (userAgent: string): string | null => nameIn(SYSTEMS, userAgent)

/** As coarse as a person needs it to tell a phone from a computer: neither versions nor models. */
export const deviceNames = (userAgent: string) => ({
  browser: nameIn(BROWSERS, userAgent),
  system: systemName(userAgent),
})
