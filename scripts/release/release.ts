// npm run release: makes a tarball, a Debian package and a bill of materials of the checkout's commit, in dist/release. A package
// contains the built web app, the packages that a server runs and its own Node: nothing is built or downloaded on the target.
// Run npm ci and npm run build first.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDebianPackage } from './debian-package.ts'
import { commitSeconds, releaseVersion, ROOT, stage } from './stage.ts'

const directory = join(ROOT, 'dist/release')
const version = releaseVersion()
const name = `puoti-${version}-${process.platform}-${process.arch}`

rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true })
const staged = join(directory, name)
stage(staged)

const files = [makeTarball(), buildDebianPackage({ staged, directory, version }), writeBillOfMaterials()]
const sums = files.map(
  file =>
    `${createHash('sha256')
      .update(readFileSync(join(directory, file)))
      .digest('hex')}  ${file}\n`,
)
writeFileSync(join(directory, 'SHA256SUMS'), sums.join(''))
rmSync(staged, { recursive: true })
console.log(sums.join('').trim())

/** Reproducible: the same commit results in the same bytes. */
function makeTarball(): string {
  const file = `${name}.tar.gz`
  const same = ['--sort=name', `--mtime=@${commitSeconds()}`, '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', [...same, '-C', directory, '-czf', join(directory, file), name])
  return file
}

/** Of the lock, by npm. npm names the bill after the directory, which is thus the staged one. */
function writeBillOfMaterials(): string {
  const file = `${name}.cdx.json`
  copyFileSync(join(ROOT, 'package-lock.json'), join(staged, 'package-lock.json'))
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  writeFileSync(join(directory, file), execFileSync('npm', args, { cwd: staged, maxBuffer: 100_000_000 }))
  return file
}
