// Completes package-lock.json after `npm install`: a registry may not answer for other platforms; npm then omits the optional
// package of that platform from the lock, and `npm ci` rejects the lock everywhere. Adds each missing entry with the version that
// its parent requires and the platform from its name.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/** `@oxlint/binding-win32-x64-msvc` → { os: ['win32'], cpu: ['x64'] } */
function platformOf(name) {
  const os = SYSTEMS.find(system => name.includes(system))
  const cpu = PROCESSORS.find(processor => name.includes(processor))
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os === 'windows' ? 'win32' : os] }) }
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []
for (const parent of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lock.packages[place]) continue
    const version = range.replace(/^[\^~]/, '')
    lock.packages[place] = { version, ...platformOf(name), ...(parent.dev && { dev: true }), optional: true }
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock was complete.' : `Added to the lock: ${added.join(', ')}`)
