import type { Import } from './find-imports.ts'
import {
  CONNECTORS,
  FORBIDDEN_NAMES,
  FOR_TESTS_ONLY,
  IMPORT_LAW,
  NO_QUERIES,
  PRIVATE_TO_FEATURE,
} from './import-law.ts'

/** Returns the sentence of the rule that this import breaks, or undefined. */
export function importFault(found: Import): string | undefined {
  if (FOR_TESTS_ONLY.test(found.file)) return undefined
  const rule = IMPORT_LAW.map(candidate => ({ ...candidate, folder: ownName(candidate.from, found.file) })).find(
    ({ folder }) => folder !== undefined,
  )
  if (!rule) return undefined
  if (NO_QUERIES.test(found.file) && isPackage(found.target, 'kysely'))
    return 'Routes only connect: SQL is in queries.ts and in the use cases beside them.'
  if (found.isPackage) return rule.packages.some(name => isPackage(found.target, name)) ? undefined : rule.sentence
  if (FOR_TESTS_ONLY.test(found.target)) return 'Nothing imports tests, benchmarks and scripts.'
  if (isForeignPrivate(found))
    return 'Routes, tables and pages belong to their feature; only module.ts, app.ts and pages.tsx connect them.'
  const may = found.isTypeOnly ? [...rule.may, ...(rule.mayTypes ?? [])] : rule.may
  return may.some(pattern => toRegExp(pattern, rule.folder ?? '').test(found.target)) ? undefined : rule.sentence
}

/** Returns a sentence about what is wrong with a file's name, or undefined. */
export function nameFault(file: string): string | undefined {
  const names = file.split('/').map(name => name.split('.')[0] ?? '')
  if (names.some(name => FORBIDDEN_NAMES.includes(name)))
    return `A name says what is inside: never ${FORBIDDEN_NAMES.join(', ')}.`
  return names.every(name => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    ? undefined
    : 'Files and folders are named in kebab-case.'
}

function isForeignPrivate({ file, target }: Import): boolean {
  if (!PRIVATE_TO_FEATURE.test(target) || CONNECTORS.includes(file)) return false
  if (file.endsWith('/module.ts') && target.startsWith(file.slice(0, -'module.ts'.length))) return false
  const folder = target.slice(0, target.lastIndexOf('/') + 1)
  return !file.startsWith(folder)
}

/** `node:` means Node's own modules, `*` every other package, anything else a package or a scope. */
function isPackage(target: string, allowed: string): boolean {
  if (allowed === '*') return !target.startsWith('node:')
  return (
    target === allowed || target.startsWith(allowed.endsWith('/') || allowed.endsWith(':') ? allowed : `${allowed}/`)
  )
}

/** The folder's own name, '' when the rule has no `{own}`, undefined when the rule does not apply to this file. */
function ownName(from: string, file: string): string | undefined {
  const match = toRegExp(from, '([^/]+)').exec(file)
  return match ? (match[1] ?? '') : undefined
}

/**
 * Converts the beginning of a path to an expression. `{any}` twice in a pattern means the same name twice: terminal/terminal.ts.
 */
function toRegExp(pattern: string, folder: string): RegExp {
  let seen = 0
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('{own}', folder)
    .replaceAll('{any}', () => (seen++ === 0 ? '(?<any>[^/]+)' : String.raw`\k<any>`))
  return new RegExp(`^${source}`)
}
