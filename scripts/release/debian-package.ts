import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitSeconds, ROOT } from './stage.ts'

type PackageOptions = {
  /** The installation, as it will lie in /opt/puoti. */
  staged: string
  /** Where the package is written. */
  directory: string
  version: string
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm']
const deploy = (file: string) => join(ROOT, 'deploy', file)

/** Makes the package with dpkg-deb; returns the file's name. */
export function buildDebianPackage({ staged, directory, version }: PackageOptions): string {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch
  const root = join(directory, 'debian-root')
  for (const path of ['DEBIAN', 'opt', 'etc/puoti', 'lib/systemd/system', 'usr/bin', 'usr/share/doc/puoti'])
    mkdirSync(join(root, path), { recursive: true })
  cpSync(staged, join(root, 'opt/puoti'), { recursive: true, verbatimSymlinks: true })
  for (const unit of ['puoti.service', 'puoti@.service'])
    copyFileSync(deploy(unit), join(root, 'lib/systemd/system', unit))
  copyFileSync(deploy('puoti.env'), join(root, 'etc/puoti/puoti.env'))
  chmodSync(join(root, 'etc/puoti/puoti.env'), 0o600)
  copyFileSync(deploy('debian/puoti'), join(root, 'usr/bin/puoti'))
  chmodSync(join(root, 'usr/bin/puoti'), 0o755)
  copyFileSync(join(ROOT, 'LICENSE'), join(root, 'usr/share/doc/puoti/copyright'))
  writeFileSync(join(root, 'DEBIAN/conffiles'), '/etc/puoti/puoti.env\n')
  const control = readFileSync(deploy('debian/control'), 'utf8')
  writeFileSync(
    join(root, 'DEBIAN/control'),
    control.replace('@VERSION@', version).replace('@ARCHITECTURE@', architecture),
  )
  for (const script of SCRIPTS) {
    copyFileSync(deploy(`debian/${script}`), join(root, 'DEBIAN', script))
    chmodSync(join(root, 'DEBIAN', script), 0o755)
  }
  const file = `puoti_${version}_${architecture}.deb`
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(commitSeconds()) }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, join(directory, file)], {
    env,
    stdio: 'pipe',
  })
  rmSync(root, { recursive: true })
  return file
}
