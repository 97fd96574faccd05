// Checks third-party code: the contents of the lock, the install scripts, the licences, whether a decision explains each package,
// and whether each package is declared and used. Needs no network.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { importsOf, sourceFiles } from './find-imports.ts'
import { decisionFaults } from './supply-chain/decision-faults.ts'
import { declarationFaults, packageOf, USED_OTHERWISE } from './supply-chain/declaration-faults.ts'
import { licenceFaults } from './supply-chain/licence-faults.ts'
import {
  countSealed,
  isOtherTool,
  lockFaults,
  manifestFaults,
  nameOf,
  npmrcFaults,
  packagesOf,
  runtimeOf,
  scriptFaults,
  type Lock,
  type LockedPackage,
  type Manifest,
} from './supply-chain/lock-faults.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// npm's own files, in npm's format.
const lock = JSON.parse(read('package-lock.json')) as Lock
const manifest = JSON.parse(read('package.json')) as Manifest
const decisions = readdirSync(join(root, 'docs/developer/decisions')).map(file =>
  read(`docs/developer/decisions/${file}`),
)

const faults = [
  ...lockFaults(lock),
  ...scriptFaults(lock, manifest),
  ...manifestFaults(manifest),
  ...npmrcFaults(read('.npmrc')),
  // Development tools too: parts of them end up in the web app.
  ...licenceFaults(
    packagesOf(lock)
      .filter(([, locked]) => !isOtherTool(locked))
      .map(([place, locked]) => ({ name: nameOf(place), license: licenceOf(place, locked) })),
  ),
  ...decisionFaults(Object.keys(manifest.dependencies ?? {}), decisions),
  ...declarationFaults(manifest, lock, {
    imported: importedPackages(),
    commands: [...Object.values(manifest.scripts ?? {}), ...textsOf('scripts/*.mjs')].join('\n'),
    styles: textsOf('web/**/*.css').join('\n'),
    otherwise: USED_OTHERWISE,
  }),
]

const [all, runtime] = [packagesOf(lock), runtimeOf(lock)]
console.log(
  `${countSealed(runtime)} of ${runtime.length} packages that a shop may run have a sha512, of all ${countSealed(all)} of ${all.length}; ` +
    `${Object.keys(manifest.dependencies ?? {}).length} direct ones; install scripts for ${Object.keys(manifest.allowScripts ?? {}).join(' and ')}.`,
)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

/** Each package that a source file imports, with one such file. */
function importedPackages(): Map<string, string> {
  const files = [...sourceFiles(root), ...globSync('*.ts', { cwd: root })]
  const imports = files.flatMap(file => importsOf(root, file)).filter(found => found.isPackage)
  return new Map(
    imports.flatMap(({ file, target }): [string, string][] => {
      const name = isBuiltin(target) ? undefined : packageOf(target)
      return name === undefined ? [] : [[name, file]]
    }),
  )
}

function textsOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map(read)
}

/** As in the installed package; packages for other platforms are only in the lock. */
function licenceOf(place: string, locked: LockedPackage): string | undefined {
  if (!existsSync(join(root, place))) return locked.license
  const { license } = JSON.parse(read(`${place}/package.json`)) as { license?: unknown }
  return typeof license === 'string' ? license : locked.license
}
