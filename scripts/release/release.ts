// npm run release: makes a tarball and a Debian package of the checkout's commit, in dist/release. Each contains the built web app,
// the packages that a server runs and its own Node: nothing is built or downloaded on the target. Run npm ci and npm run build first.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const files = [makeTarball(), buildDebianPackage({ staged, directory, version })]
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
