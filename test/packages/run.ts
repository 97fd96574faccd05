// npm run drill -- package: makes the tarball and the Debian package of this commit and those of a next version; installs, updates and
// removes them in a new Debian that runs systemd, with a paid order over HTTPS in between.
import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildNextPackages, buildPackages, type Packages, packagesIn } from './build-packages.ts'
import { Checks } from './checks.ts'
import { type DebianRoot, openDebianRoot, whyNoDebianRoot } from './debian-root.ts'
import {
  comesTrue,
  fillSettings,
  signByOwnAuthority,
  isOpenByHttps,
  isPaid,
  isReady,
  makeFirstSale,
  METRICS_TOKEN,
} from './shop-machine.ts'

const { values } = parseArgs({
  options: {
    counts: { type: 'string' },
    // Directories with releases that were made before.
    release: { type: 'string' },
    next: { type: 'string' },
  },
})
/** What the package needs and recommends, and what a person has at hand. */
const PACKAGES = ['adduser', 'libstdc++6', 'util-linux', 'caddy', 'openssl', 'curl']
const NORTH = 'PORT=3001\nPUOTI_PUBLIC_URL=https://north.example\n'

async function play(): Promise<number> {
  const checks = new Checks()
  const packages = values.release === undefined ? buildPackages() : packagesIn(values.release)
  const next = values.next === undefined ? buildNextPackages() : packagesIn(values.next)
  checks.note(`${basename(packages.deb)} and ${basename(next.deb)} are built`)
  const root = await openDebianRoot(PACKAGES)
  try {
    checks.note(`Debian ${root.must('cat /etc/debian_version').trim()} has booted`)
    for (const { deb, tarball } of [packages, next])
      for (const file of [deb, tarball]) copyFileSync(file, join(root.path, 'root', basename(file)))
    refusesCheckout({ root, checks, packages })
    await installs({ root, checks, packages })
    await updates({ root, checks, packages: next })
    await runsBesideAnother({ root, checks, packages })
    await removes({ root, checks, packages: next })
    runsFromTarball({ root, checks, packages })
  } finally {
    await root.close()
    next.remove()
  }
  return checks.end(values.counts)
}

type Scene = { root: DebianRoot; checks: Checks; packages: Packages }

const install = ({ root, packages: { deb } }: Scene, options = '') =>
  root.run(`apt-get install -y --no-install-recommends ${options} /root/${basename(deb)}`)

function refusesCheckout(scene: Scene): void {
  const { root, checks } = scene
  root.must('mkdir -p /opt/puoti/.git')
  const { status, output } = install(scene)
  checks.expect(
    'the package is not installed over a checkout',
    status !== 0 && /is a git checkout/.test(output),
    output,
  )
  root.must('rm -r /opt/puoti')
}

async function installs(scene: Scene): Promise<void> {
  const { root, checks, packages } = scene
  const { status, output } = install(scene)
  checks.expect('the package is installed', status === 0 && /fill in \/etc\/puoti\/puoti\.env/.test(output), output)
  const modes = root.must('stat -c "%U %a %n" /etc/puoti/secret /etc/puoti/puoti.env /var/lib/puoti').trim()
  const expected = 'root 600 /etc/puoti/secret\nroot 600 /etc/puoti/puoti.env\npuoti 700 /var/lib/puoti'
  checks.expect('secrets and data have their owners', modes === expected, modes)
  checks.expect('the shop is not started before it has settings', root.run('systemctl is-active puoti').status !== 0)
  fillSettings(root, 'etc/puoti/puoti.env')
  root.must('systemctl enable --now puoti')
  checks.expect('the shop opens', await isReady(root), root.run('journalctl -u puoti -n 20 --no-pager').output)
  checks.expect('its version is the commit’s', isVersion(root, packages), root.run('puoti version').output)
  root.must('cp /opt/puoti/deploy/Caddyfile /etc/caddy/Caddyfile')
  signByOwnAuthority(root)
  checks.expect('the shop opens by HTTPS', await isOpenByHttps(root), root.run('journalctl -u caddy -n 20').output)
  const sale = makeFirstSale(root)
  checks.expect('an order is paid by HTTPS', isPaid(sale), JSON.stringify(sale))
  const doctor = root.run('puoti doctor').output
  checks.expect('puoti doctor reads the settings of the service', /Settings: \d+ settings are set/.test(doctor), doctor)
}

const isVersion = (root: DebianRoot, { commit }: Packages) =>
  root.run('puoti version').output.includes(commit.slice(0, 12)) &&
  root
    .run(`curl -s -H 'Authorization: Bearer ${METRICS_TOKEN}' http://127.0.0.1:3000/metrics | grep ^puoti_build_info`)
    .output.includes(commit.slice(0, 12))

function expectOneSale({ root, checks }: Scene, when: string): void {
  const { status, output } = root.run('puoti backup')
  const isWell = status === 0 && /All invariants of money and stock hold/.test(output) && /\b15\.80\b/.test(output)
  checks.expect(`${when}, a backup has the payment, and every invariant holds`, isWell, output)
}

async function updates(scene: Scene): Promise<void> {
  const { root, checks, packages } = scene
  expectOneSale(scene, 'before the update')
  const { status, output } = install(scene)
  checks.expect('the newer package is installed over it', status === 0, output)
  checks.expect('the shop opens again by itself', await isReady(root), root.run('journalctl -u puoti -n 20').output)
  checks.expect('it runs the newer version', isVersion(root, packages), root.run('puoti version').output)
  checks.expect('changed settings stay', root.run('grep -q owner@shop.example /etc/puoti/puoti.env').status === 0)
  checks.expect('the pages open by HTTPS', await isOpenByHttps(root))
  expectOneSale(scene, 'after the update')
}

/** Two shops of one machine, and the refusal of an older version. */
async function runsBesideAnother(scene: Scene): Promise<void> {
  const { root, checks } = scene
  root.must('adduser --system --group --no-create-home --home /var/lib/puoti-north puoti-north')
  root.must('install -m 700 -d /etc/puoti/north && install -m 600 /opt/puoti/deploy/puoti.env /etc/puoti/north.env')
  root.must(`cd /etc/puoti/north && umask 077 && openssl rand -base64 33 > secret && : > smtp-url && : > sms-url`)
  root.must(`sed -i '/^PUOTI_DATA_DIR=\\|^PUOTI_BACKUP_DIR=\\|^PORT=\\|^PUOTI_PUBLIC_URL=/d' /etc/puoti/north.env`)
  fillSettings(root, 'etc/puoti/north.env', NORTH)
  root.must('systemctl enable --now puoti@north')
  checks.expect('a second shop opens', await isReady(root, 3001), root.run('journalctl -u puoti@north -n 20').output)
  const owners = root.must('stat -c %U /var/lib/puoti-north /var/lib/puoti').trim()
  checks.expect('each shop has a user of its own', owners === 'puoti-north\npuoti', owners)
  const asNeighbour = 'setpriv --reuid=puoti-north --regid=puoti-north --clear-groups'
  const isShut = (path: string) => root.run(`${asNeighbour} ls ${path}`).status !== 0
  checks.expect(
    'which reads neither data nor secrets of another',
    ['/var/lib/puoti', '/etc/puoti/secret', '/etc/puoti/north/secret'].every(isShut) && !isShut('/var/lib/puoti-north'),
  )
  const { output } = root.run('puoti backup --shop north')
  checks.expect('puoti --shop north backs up that shop', /var\/lib\/puoti-north\/backups/.test(output), output)
  const began = getStart(root, 'puoti@north')
  install(scene, '--allow-downgrades')
  const isRefused = await comesTrue(root, 'systemctl is-failed --quiet puoti')
  const status = root.run('systemctl show -P ExecMainStatus puoti').output.trim()
  checks.expect(
    'an older version refuses the newer database, and is not started again',
    isRefused && status === '78',
    status,
  )
  checks.expect('an installation restarts every shop', getStart(root, 'puoti@north') !== began)
}

const getStart = (root: DebianRoot, unit: string) =>
  root.must(`systemctl show -P ExecMainStartTimestampMonotonic ${unit}`)

async function removes(scene: Scene): Promise<void> {
  const { root, checks } = scene
  // As on a machine whose shops all ran as one user.
  root.must('systemctl stop puoti@north && deluser --quiet puoti-north && chown -R puoti:puoti /var/lib/puoti-north')
  install(scene)
  root.must('systemctl restart puoti puoti@north')
  checks.expect('the newer version opens again', await isReady(root))
  const isBack = await isReady(root, 3001)
  const owner = root.must('stat -c %U /var/lib/puoti-north /var/lib/puoti-north/postgresql').trim()
  checks.expect('a shop of one user gets its own', isBack && owner === 'puoti-north\npuoti-north', owner)
  const { status, output } = root.run('apt-get remove -y puoti')
  checks.expect('the package is removed', status === 0 && !/not empty/.test(output), output)
  const remaining = root.run(
    'ls /opt/puoti /usr/bin/puoti; pgrep -u puoti; systemctl is-enabled puoti puoti@north',
  ).output
  checks.expect('no program, process or unit is left', !/\bserver\b|^\d+$|^enabled$/m.test(remaining), remaining)
  checks.expect(
    'data, backups and settings stay',
    hasData(root) && root.run('test -s /etc/puoti/puoti.env').status === 0,
  )
  root.must('apt-get purge -y puoti')
  checks.expect('data, backups and secrets stay after a purge', hasData(root))
  install(scene)
  checks.expect('the secret is the same after a new installation', hasData(root))
}

const hasData = (root: DebianRoot) =>
  root.run('test -s /etc/puoti/secret && ls /var/lib/puoti/postgresql/PG_VERSION /var/lib/puoti/backups/*.backup.gz')
    .status === 0

function runsFromTarball({ root, checks, packages: { tarball, commit } }: Scene): void {
  root.must(`mkdir /srv/shop && tar -xzf /root/${basename(tarball)} -C /srv/shop --strip-components=1`)
  const { output } = root.run('cd /srv/shop && node_modules/node/bin/node server/puoti.ts version')
  checks.expect('the tarball runs anywhere', output.includes(commit.slice(0, 12)), output)
}

const reason = whyNoDebianRoot()
if (reason === undefined) process.exit(await play())
console.log(`Not run: ${reason}.`)
if (values.counts !== undefined) writeFileSync(values.counts, JSON.stringify({ passed: 0, failed: 0, skipped: 1 }))
