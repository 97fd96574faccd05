/** The checked fields of an entry of package-lock.json. */
export type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  bin?: Record<string, string>
  os?: string[]
  cpu?: string[]
}
/** By path: `node_modules/fastify`. The empty path is the project itself. */
export type Lock = { packages: Record<string, LockedPackage> }

export type Manifest = {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const MAX_RUNTIME = 25

/** All packages of the lock with their paths, without the project itself. */
export const packagesOf = ({ packages }: Lock): [place: string, locked: LockedPackage][] =>
  Object.entries(packages).filter(([place]) => place !== '')

/** The packages that a shop runs: all that are not only for development. */
export const runtimeOf = (lock: Lock) => packagesOf(lock).filter(([, { dev }]) => dev !== true)

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
export const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13)

const hasPlatform = ({ os, cpu }: LockedPackage): boolean => os !== undefined || cpu !== undefined

/** A tool for another platform, which `npm run lock:complete` has added without a checksum (decision 004). */
export const isOtherTool = (locked: LockedPackage): boolean =>
  locked.dev === true && locked.optional === true && hasPlatform(locked) && locked.integrity === undefined

/** The number of packages with a SHA-512 checksum. */
export const countSealed = (packages: [string, LockedPackage][]): number =>
  packages.filter(([, { integrity }]) => SHA512.test(integrity ?? '')).length

/** Every package must have a checksum, and all must come from one source. */
export function lockFaults(lock: Lock): string[] {
  const unsealed = packagesOf(lock)
    .filter(([, locked]) => !isOtherTool(locked) && !SHA512.test(locked.integrity ?? ''))
    .map(([place]) => `${place} has no sha512 in package-lock.json.`)
  const sources = new Set(packagesOf(lock).map(([, { resolved }]) => sourceOf(resolved)))
  const foreign = sources.has('elsewhere') ? ['A package comes from elsewhere than a registry over https.'] : []
  const many = sources.size > 1 ? ['The packages come from more than one registry.'] : []
  return [...unsealed, ...foreign, ...many]
}

/** The host that a package was fetched from; without a URL in the lock, npm's configured registry, which is a single one. */
function sourceOf(resolved: string | undefined): string {
  if (resolved === undefined) return 'as npm is set'
  const url = URL.parse(resolved)
  return url?.protocol === 'https:' ? url.host : 'elsewhere'
}

/** For the platform of most shops. */
const isHere = ({ os = ['linux'], cpu = ['x64'] }: LockedPackage): boolean =>
  os.includes('linux') && cpu.includes('x64')

/** Only the packages in `allowScripts` may run third-party code during installation. */
export function scriptFaults(lock: Lock, { allowScripts = {} }: Manifest): string[] {
  const wanting = packagesOf(lock).filter(([, { hasInstallScript }]) => hasInstallScript)
  // A binary for another platform: npm installs it only there, and the operator of such a shop allows its script.
  const strange = wanting.filter(
    ([place, locked]) => allowScripts[nameOf(place)] !== true && (locked.optional !== true || isHere(locked)),
  )
  const names = new Set(wanting.map(([place]) => nameOf(place)))
  const needless = Object.keys(allowScripts).filter(name => !names.has(name))
  return [
    ...strange.map(([place]) => `${place} wants to run an install script, and is not in allowScripts.`),
    ...needless.map(name => `${name} is in allowScripts, and has no install script.`),
  ]
}

/** Few direct dependencies, each at an exact version. */
export function manifestFaults({ dependencies = {}, devDependencies = {} }: Manifest): string[] {
  const count = Object.keys(dependencies).length
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !EXACT.test(version))
  return [
    ...loose.map(([name, version]) => `${name} has no exact version in package.json: ${version}`),
    ...(count > MAX_RUNTIME ? [`The server depends on ${count} packages directly, and may on ${MAX_RUNTIME}.`] : []),
  ]
}

const YOUNGEST_DAYS = 7

/** The required settings of .npmrc, so that no release is installed right after its publication. */
export function npmrcFaults(text: string): string[] {
  const settings = new Map(text.split('\n').map(line => [line.split('=')[0]?.trim(), line.split('=')[1]?.trim()]))
  const days = Number(settings.get('min-release-age') ?? 0)
  return [
    ...(days >= YOUNGEST_DAYS ? [] : [`.npmrc takes releases younger than ${YOUNGEST_DAYS} days.`]),
    ...(settings.get('save-exact') === 'true' ? [] : ['.npmrc does not save exact versions.']),
  ]
}
