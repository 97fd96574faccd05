/** Licences under which a shop may run third-party code without further conditions. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'PSF-2.0',
  // Fonts that are sent to browsers.
  'OFL-1.1',
  // Applies per file: this repository modifies none of these files.
  'MPL-2.0',
])

/** Only for these: libvips is a separate library beside sharp, which anyone may replace. */
const LIBRARIES = /^@img\/sharp-/
const FOR_LIBRARIES = new Set(['LGPL-3.0-or-later'])

/** Packages that state their licence in a file and not in package.json. */
const SAID_ELSEWHERE: Record<string, string> = { 'png-js': 'MIT' }

export type Licensed = { name: string; license: string | undefined }

/** Packages under a licence that has not been approved. */
export const licenceFaults = (packages: readonly Licensed[]): string[] =>
  packages
    .filter(licensed => !isAllowed(licensed))
    .map(({ name, license = 'none' }) => `${name} is under a licence that is not on the list: ${license}`)

function isAllowed({ name, license = SAID_ELSEWHERE[name] }: Licensed): boolean {
  if (license === undefined) return false
  const isOne = (one: string) => ALLOWED.has(one) || (LIBRARIES.test(name) && FOR_LIBRARIES.has(one))
  // SPDX expressions: one choice of an OR must be allowed, and all parts of an AND.
  return bare(license)
    .split(' OR ')
    .some(choice => bare(choice).split(' AND ').every(isOne))
}

const bare = (expression: string): string => expression.trim().replaceAll(/^\(|\)$/g, '')
