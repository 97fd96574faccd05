// npm run sbom: writes bills of materials as CycloneDX, from the lock and without a network: dist/sbom/shop.cdx.json, what a
// server runs, and dist/sbom/build.cdx.json, that and what builds and tests it (including the parts of the web app that reach
// browsers, and the Node that `npm start` runs on).
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billFaults, billOf, type Bill } from './supply-chain/bill-of-materials.ts'
import { packagesOf, runtimeOf, type Lock } from './supply-chain/lock-faults.ts'

const root = join(import.meta.dirname, '..')
const directory = join(root, 'dist/sbom')
// npm's own file, in npm's format.
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock & { name: string }

mkdirSync(directory, { recursive: true })
const whole = askNpm()
// npm uses the directory's name.
if (whole.metadata?.component) whole.metadata.component.name = lock.name
const faults = [...write('shop', runtimeOf(lock)), ...write('build', packagesOf(lock))]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function write(name: string, packages: ReturnType<typeof packagesOf>): string[] {
  const bill = billOf(whole, packages)
  const file = `${name}.cdx.json`
  writeFileSync(join(directory, file), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`dist/sbom/${file}: ${bill.components.length} components`)
  return billFaults(bill, packages)
}

/** By the npm that runs this process, or the one on the PATH. */
function askNpm(): Bill {
  const running = process.env['npm_execpath']
  const [program, ...before] = running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm']
  const args = [...before, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const asked = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 })
  if (asked.status !== 0) throw new Error(`npm sbom failed: ${asked.stderr || asked.error?.message}`)
  // CycloneDX, as npm writes it.
  return JSON.parse(asked.stdout) as Bill
}
