import { describe, expect, test } from 'vitest'
import { billFaults, billOf } from './bill-of-materials.ts'
import { decisionFaults } from './decision-faults.ts'
import { declarationFaults, packageOf, type Use } from './declaration-faults.ts'
import { licenceFaults } from './licence-faults.ts'
import {
  lockFaults,
  manifestFaults,
  nameOf,
  npmrcFaults,
  runtimeOf,
  scriptFaults,
  type LockedPackage,
} from './lock-faults.ts'

const SEAL = `sha512-${'a'.repeat(86)}==`
const sealed = (locked: LockedPackage = {}): LockedPackage => ({ version: '1.0.0', integrity: SEAL, ...locked })
const lockOf = (packages: Record<string, LockedPackage>) => ({ packages: { '': {}, ...packages } })

describe('the lockfile', () => {
  test('has no faults if each package has its sha512 and all come from one registry', () => {
    const [a, b] = ['https://registry.example/a.tgz', 'https://registry.example/b.tgz']
    const packages = { 'node_modules/a': sealed({ resolved: a }), 'node_modules/b': sealed({ resolved: b }) }
    expect(lockFaults(lockOf(packages))).toEqual([])
    expect(lockFaults(lockOf({ 'node_modules/a': sealed() }))).toEqual([])
  })

  test.each([
    ['none', undefined],
    ['a weak one', 'sha1-Ws2bXw5YlKq0bJn1nQ5C9N3mDmM='],
    ['a short one', 'sha512-abc=='],
  ])('is refused if a package has another checksum: %s', (_name, integrity) => {
    const { integrity: _none, ...bare } = sealed()
    const locked = integrity === undefined ? bare : { ...bare, integrity }
    expect(lockFaults(lockOf({ 'node_modules/a': locked }))).toEqual([
      'node_modules/a has no sha512 in package-lock.json.',
    ])
  })

  test('may lack the checksum of a tool for another platform, but not of a runtime package', () => {
    const tool = { version: '1.0.0', dev: true, optional: true, os: ['win32'] }
    expect(lockFaults(lockOf({ 'node_modules/tool-win32': tool }))).toEqual([])
    for (const change of [{ dev: false }, { optional: false }]) {
      expect(lockFaults(lockOf({ 'node_modules/tool-win32': { ...tool, ...change } }))).toHaveLength(1)
    }
  })

  test.each([
    ['two registries', ['https://one.example/a.tgz', 'https://two.example/b.tgz']],
    ['a registry and an unnamed one', ['https://one.example/a.tgz', undefined]],
    ['a repository', ['git+ssh://git@one.example/a.git']],
    ['a registry without TLS', ['http://one.example/a.tgz']],
  ])('is refused if packages come from %s', (_name, from) => {
    const packages = from.map((resolved, at) => [`node_modules/p${at}`, sealed(resolved ? { resolved } : {})])
    expect(lockFaults(lockOf(Object.fromEntries(packages)))).toHaveLength(1)
  })

  test('distinguishes runtime packages from development tools', () => {
    const lock = lockOf({ 'node_modules/a': sealed(), 'node_modules/b': sealed({ dev: true }) })
    expect(runtimeOf(lock).map(([place]) => nameOf(place))).toEqual(['a'])
    expect(nameOf('node_modules/a/node_modules/@b/c')).toBe('@b/c')
  })
})

describe('an install script', () => {
  const script = (locked: LockedPackage = {}) =>
    lockOf({ 'node_modules/a': sealed({ hasInstallScript: true, ...locked }) })

  test('is allowed only for the named packages', () => {
    expect(scriptFaults(script(), { allowScripts: { a: true } })).toEqual([])
    expect(scriptFaults(script(), {})).toHaveLength(1)
    expect(scriptFaults(script(), { allowScripts: { a: false } })).toHaveLength(1)
  })

  test('is ignored in a binary for another platform, and checked for this platform', () => {
    expect(scriptFaults(script({ optional: true, os: ['darwin'] }), {})).toEqual([])
    expect(scriptFaults(script({ optional: true, os: ['linux'], cpu: ['arm64'] }), {})).toEqual([])
    expect(scriptFaults(script({ optional: true, os: ['linux'], cpu: ['x64'] }), {})).toHaveLength(1)
  })

  test('must leave allowScripts when its package is gone', () => {
    expect(scriptFaults(lockOf({}), { allowScripts: { gone: true } })).toEqual([
      'gone is in allowScripts, and has no install script.',
    ])
  })
})

describe('package.json and .npmrc', () => {
  test.each(['^1.0.0', '~1.0.0', '1', '*', 'latest', 'git+https://one.example/a.git', '>=1.0.0'])(
    'refuse the inexact version %s',
    version => expect(manifestFaults({ devDependencies: { a: version } })).toHaveLength(1),
  )

  test('accept exact versions, including betas, and at most twenty-five direct dependencies', () => {
    const names = Array.from({ length: 25 }, (_, at) => [`p${at}`, at === 0 ? '18.4.0-beta.17' : '1.2.3'])
    expect(manifestFaults({ dependencies: Object.fromEntries(names) })).toEqual([])
    expect(manifestFaults({ dependencies: { ...Object.fromEntries(names), more: '1.0.0' } })).toHaveLength(1)
  })

  test('must hold releases back for a week and save exact versions', () => {
    expect(npmrcFaults('save-exact=true\nmin-release-age=7\n')).toEqual([])
    expect(npmrcFaults('save-exact=true\nmin-release-age=6\n')).toHaveLength(1)
    expect(npmrcFaults('')).toHaveLength(2)
  })
})

describe('a licence', () => {
  test.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('is accepted: %s', license =>
    expect(licenceFaults([{ name: 'a', license }])).toEqual([]),
  )

  test.each([
    undefined,
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-2.0-only',
    'UNLICENSED',
    'LGPL-3.0-or-later',
  ])('is refused: %s', license => expect(licenceFaults([{ name: 'a', license }])).toHaveLength(1))

  test('may be the LGPL for the image library', () => {
    const license = 'Apache-2.0 AND LGPL-3.0-or-later'
    expect(licenceFaults([{ name: '@img/sharp-win32-x64', license }])).toEqual([])
  })
})

test('a dependency without a decision is reported', () => {
  expect(decisionFaults(['pg', 'zod'], ['We take `zod` for it.', 'and more of pg-copy-streams'])).toEqual([
    'No decision in docs/developer/decisions tells of the dependency `pg`.',
  ])
})

describe('the bill of materials', () => {
  const part = { 'bom-ref': 'a@1.0.0', name: 'a', version: '1.0.0', hashes: [{ alg: 'SHA-512' }] }
  const inner = { ...part, 'bom-ref': '@b/c@1.0.0', group: '@b', name: 'c' }
  const tool = { ...part, 'bom-ref': 'tool@1.0.0', name: 'tool' }
  const bill = {
    bomFormat: 'CycloneDX',
    components: [part, inner],
    dependencies: [{ ref: 'shop@1.0.0', dependsOn: ['a@1.0.0', 'tool@1.0.0'] }, { ref: 'tool@1.0.0' }],
  }
  const packages: [string, LockedPackage][] = [
    ['node_modules/a', sealed()],
    ['node_modules/a/node_modules/@b/c', sealed()],
  ]

  test('lists every package of the lockfile with its hash, and no other', () => {
    expect(billFaults(bill, packages)).toEqual([])
    for (const components of [[part], [{ ...part, hashes: [] }, inner], [part, inner, tool]])
      expect(billFaults({ ...bill, components }, packages)).toHaveLength(1)
    expect(billFaults(bill, [...packages.slice(1), ['node_modules/a', sealed({ version: '2.0.0' })]])).toHaveLength(2)
  })

  test('must be in CycloneDX', () => {
    expect(billFaults({ ...bill, bomFormat: 'SPDX' }, packages)).toHaveLength(1)
  })

  test('contains only the runtime packages if it is made for a shop', () => {
    const shop = billOf({ ...bill, components: [part, inner, tool] }, packages)
    expect(shop.components).toEqual([part, inner])
    expect(shop.dependencies).toEqual([{ ref: 'shop@1.0.0', dependsOn: ['a@1.0.0'] }])
  })
})

describe('a package', () => {
  const manifest = { dependencies: { pg: '8.0.0' }, devDependencies: { '@types/pg': '8.0.0', oxlint: '1.0.0' } }
  const lock = lockOf({ 'node_modules/oxlint': sealed({ bin: { oxlint: 'bin/oxlint' } }) })
  const use: Use = { imported: new Map([['pg', 'a.ts']]), commands: 'oxlint --type-aware', styles: '', otherwise: {} }
  const faultsOf = (more: Partial<Use>, devDependencies = {}) => {
    const declared = { ...manifest, devDependencies: { ...manifest.devDependencies, ...devDependencies } }
    return declarationFaults(declared, lock, { ...use, ...more })
  }

  test('counts as used if it is imported, run, or has the types of another', () => {
    expect(faultsOf({})).toEqual([])
  })

  test('must be declared if it is imported', () => {
    const imported = new Map([...use.imported, ['zod', 'b.ts']] as const)
    expect(faultsOf({ imported })).toEqual(['b.ts imports zod, which package.json does not declare.'])
  })

  test('must be removed with its types if nothing imports or runs it', () => {
    expect(faultsOf({ imported: new Map() })).toEqual([
      'pg is in package.json, and nothing uses it.',
      '@types/pg is in package.json, and nothing uses it.',
    ])
    expect(faultsOf({ commands: 'oxlint-disable' })).toEqual(['oxlint is in package.json, and nothing uses it.'])
  })

  test('counts as used if a style sheet contains its path', () => {
    const fonts = { '@fonts/figtree': '5.0.0' }
    expect(faultsOf({}, fonts)).toHaveLength(1)
    expect(faultsOf({ styles: "src: url('../node_modules/@fonts/figtree/files/latin.woff2')" }, fonts)).toEqual([])
  })

  test('may have another documented use as long as it is declared', () => {
    const notImported = { ...manifest, dependencies: {} }
    const faults = (otherwise: Use['otherwise']) =>
      declarationFaults(notImported, lock, { ...use, imported: new Map(), otherwise })
    expect(faults({ '@types/pg': 'an example' })).toEqual([])
    expect(faults({ '@types/pg': 'an example', gone: 'another' })).toHaveLength(1)
  })

  test('has one name, whichever of its files is imported', () => {
    expect(['@mui/material/styles', 'react-dom/client', 'pg'].map(packageOf)).toEqual([
      '@mui/material',
      'react-dom',
      'pg',
    ])
    expect(['./a.ts', '/etc/passwd', '${source}'].map(packageOf)).toEqual([undefined, undefined, undefined])
  })
})
