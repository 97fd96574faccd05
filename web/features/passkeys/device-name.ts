const NAMES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** What a passkey made here may be called, until its owner says otherwise. */
export const deviceName = (userAgent: string): string => NAMES.find(([sign]) => sign.test(userAgent))?.[1] ?? ''
