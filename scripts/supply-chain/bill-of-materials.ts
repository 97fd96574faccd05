import { nameOf, type LockedPackage } from './lock-faults.ts'

type Component = { 'bom-ref': string; name: string; group?: string; version: string; hashes?: { alg: string }[] }

/** The checked fields of a bill of materials in CycloneDX. */
export type Bill = {
  bomFormat: string
  metadata?: { component?: { name: string } }
  components: Component[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
}

type Packages = readonly [place: string, locked: LockedPackage][]

const keyOf = (name: string, version = '') => `${name}@${version}`
const keysOf = (packages: Packages) => new Set(packages.map(([place, { version }]) => keyOf(nameOf(place), version)))

/**
 * The part of a complete bill that concerns these packages. (npm's own `--omit=dev` also omits packages that development needs as
 * well.)
 */
export function billOf(bill: Bill, packages: Packages): Bill {
  const wanted = keysOf(packages)
  const components = bill.components.filter(part => wanted.has(keyOf(fullName(part), part.version)))
  const refs = new Set(components.map(part => part['bom-ref']))
  const known = new Set(bill.components.map(part => part['bom-ref']))
  const stays = (ref: string) => refs.has(ref) || !known.has(ref)
  const dependencies = (bill.dependencies ?? [])
    .filter(({ ref }) => stays(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(stays) }))
  return { ...bill, components, dependencies }
}

/** Packages of the lock that are missing from the bill, or are in it without the hash of the lock. */
export function billFaults(bill: Bill, packages: Packages): string[] {
  const told = new Map(bill.components.map(part => [keyOf(fullName(part), part.version), part]))
  const faults = packages.flatMap(([place, { version, integrity }]) => {
    const key = keyOf(nameOf(place), version)
    const part = told.get(key)
    if (!part) return [`${key} is in the lock and not in the bill of materials.`]
    const hasHash = part.hashes?.some(({ alg }) => alg === 'SHA-512') ?? false
    return integrity !== undefined && !hasHash ? [`${key} has no hash in the bill of materials.`] : []
  })
  const wanted = keysOf(packages)
  const strange = [...told.keys()]
    .filter(key => !wanted.has(key))
    .map(key => `${key} is in the bill and not in the lock.`)
  const format = bill.bomFormat === 'CycloneDX' ? [] : ['The bill of materials is not in CycloneDX.']
  return [...format, ...faults, ...strange]
}

const fullName = ({ group, name }: { group?: string; name: string }): string =>
  group && !name.startsWith('@') ? `${group}/${name}` : name
