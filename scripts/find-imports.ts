import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix, relative, resolve } from 'node:path'

const SOURCE_ROOTS = ['domain', 'contract', 'server', 'web', 'test', 'bench', 'scripts']

/** One import of a file: a path in the repository, or a package. `isLater` means by `import()` or as a worker. */
export type Import = { file: string; target: string; isPackage: boolean; isTypeOnly: boolean; isLater: boolean }

// Import and export statements with a source, bare imports, import(), and worker URLs.
const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\bfrom\s*)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"]+)['"]/g
const WORKER = /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g
const COMMENT = /^\s*(?:\/\/|\*|\/\*).*$/gm

/** The source files of the repository, as paths from its root. */
export function sourceFiles(root: string): string[] {
  return SOURCE_ROOTS.filter(name => existsSync(resolve(root, name))).flatMap(name =>
    readdirSync(resolve(root, name), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
      .map(entry => relative(root, resolve(entry.parentPath, entry.name))),
  )
}

export function getImports(root: string, file: string): Import[] {
  return importsIn(file, readFileSync(resolve(root, file), 'utf8'))
}

export function importsIn(file: string, text: string): Import[] {
  const code = text.replaceAll(COMMENT, '')
  const statements = [...code.matchAll(STATEMENT)].map(([, type, source]) => ({
    source,
    isTypeOnly: type !== undefined,
    isLater: false,
  }))
  const calls = [...code.matchAll(CALL), ...code.matchAll(WORKER)].map(([, source]) => ({
    source,
    isTypeOnly: false,
    isLater: true,
  }))
  return [...statements, ...calls].flatMap(({ source, ...how }) =>
    source === undefined ? [] : [{ file, ...resolveSource(file, source), ...how }],
  )
}

/**
 * `#domain/x.ts` and `./x.ts` are files of the repository; everything else is a package. Vite's `?url` is not part of the name.
 */
function resolveSource(file: string, source: string): { target: string; isPackage: boolean } {
  const [plain = source] = source.split('?')
  if (plain.startsWith('#')) return { target: plain.slice(1), isPackage: false }
  if (plain.startsWith('.')) return { target: posix.join(posix.dirname(file), plain), isPackage: false }
  return { target: plain, isPackage: true }
}
