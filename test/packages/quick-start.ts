// npm run drill:quick-start: follows docs/operator/quick-start.md in a new Debian, command by command as they stand in the page, up to
// a paid order over HTTPS, and prints how long each step takes. Needs a network for packages. It differs from the page in three ways:
// the repository is cloned from this machine, Node is this repository's, and Caddy is its own certificate authority.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Checks } from './checks.ts'
import { type DebianRoot, NODE, openDebianRoot, REPOSITORY, whyNoDebianRoot } from './debian-root.ts'
import { ADMIN, HOST, isOpenByHttps, isPaid, isReady, makeFirstSale, signByOwnAuthority } from './shop-machine.ts'

type Step = { number: number; title: string; command: string }

const SHELL = `SHOP=${HOST} ADMIN=${ADMIN}; cd /opt/puoti 2> /dev/null;`
const WITHOUT_PROVIDERS = 'echo PUOTI_DEV_MAILBOX=on >> /etc/puoti.env'
/** Steps that download. */
const ONLINE = new Set([2, 6])
const LAST_COMMAND = 12

function stepsOfPage(): Step[] {
  const page = readFileSync(join(REPOSITORY, 'docs/operator/quick-start.md'), 'utf8')
  const sections = page.matchAll(/^## (\d+)\. (.+)\n([^]*?)(?=^## )/gm)
  return [...sections].flatMap(([, number, title = '', text = '']) => {
    const command = /^```sh\n([^]*?)^```/m.exec(text)?.[1]
    return command === undefined ? [] : [{ number: Number(number), title, command }]
  })
}

async function play(): Promise<number> {
  const steps = stepsOfPage()
  const checks = new Checks()
  checks.expect('the page has its twelve commands', steps.at(-1)?.number === LAST_COMMAND)
  const root = await openDebianRoot()
  try {
    execFileSync('git', ['clone', '--quiet', '--bare', REPOSITORY, join(root.path, 'srv/puoti.git')])
    writeFileSync(join(root.path, 'etc/gitconfig'), '[safe]\n\tdirectory = *\n')
    checks.note('Debian has booted; the time of the quick start begins')
    const began = performance.now()
    for (const step of steps) follow(root, checks, step)
    checks.expect('the shop is ready', await isReady(root), root.run('journalctl -u puoti -n 30 --no-pager').output)
    checks.expect('it opens by HTTPS', await isOpenByHttps(root), root.run('journalctl -u caddy -n 30').output)
    const sale = makeFirstSale(root)
    checks.expect('an order is paid by HTTPS', isPaid(sale), JSON.stringify(sale))
    checks.note(`from nothing to the paid order: ${((performance.now() - began) / 1000).toFixed(0)} s`)
    const { status, output } = root.run('puoti backup')
    checks.expect('puoti backup works', status === 0 && /^Written, restored and compared/m.test(output), output)
  } finally {
    await root.close()
  }
  return checks.end(undefined)
}

function follow(root: DebianRoot, checks: Checks, { number, title, command }: Step): void {
  const began = performance.now()
  const line = command.replaceAll('<url of this repository>', '/srv/puoti.git')
  const { status, output } = /nodejs\.org/.test(line)
    ? installNode(root)
    : root.run(`${SHELL} ${line}`, { online: ONLINE.has(number) })
  // No gateway and no mail server: the page's way to begin without.
  if (number === 9) root.must(WITHOUT_PROVIDERS)
  if (number === LAST_COMMAND) signByOwnAuthority(root)
  checks.expect(`${number}. ${title}: ${((performance.now() - began) / 1000).toFixed(1)} s`, status === 0, output)
}

/** Where nodejs.org would unpack it; npm trusts the authorities that this machine trusts. */
function installNode(root: DebianRoot) {
  const program = execFileSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).trim()
  mkdirSync(join(root.path, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(join(program, '../..'), join(root.path, 'usr/local/lib/node_modules/npm'), { recursive: true })
  cpSync(NODE, join(root.path, 'usr/local/bin/node'))
  mkdirSync(join(root.path, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(root.path, 'usr/local/etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
  for (const [name, file] of [
    ['npm', 'npm-cli.js'],
    ['npx', 'npx-cli.js'],
  ])
    root.must(`ln -s ../lib/node_modules/npm/bin/${file} /usr/local/bin/${name}`)
  return root.run('npm --version')
}

const why = whyNoDebianRoot()
if (why === undefined) process.exit(await play())
console.log(`Not run: ${why}.`)
process.exit(1)
