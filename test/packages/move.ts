// npm run drill -- move: moves a shop from one Debian machine to another by the commands of docs/operator/backups.md, over SSH, with a paid
// order before and after. Differs from the page as the quick start's drill does; /etc/hosts of both machines is the DNS.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Checks } from './checks.ts'
import { type DebianRoot, openDebianRoot, REPOSITORY, whyNoDebianRoot } from './debian-root.ts'
import { followStep, inShell, LAST_COMMAND, readQuickStart, serveRepository } from './quick-start-steps.ts'
import { comesTrue, HOST, isOpenByHttps, isPaid, isReady, makeFirstSale, makeNextSale } from './shop-machine.ts'

type Machine = 'Old' | 'New'
type Step = { number: number; machine: Machine; commands: string[] }
type Machines = Record<Machine, DebianRoot>

const SSH = ['openssh-server', 'openssh-client']
const ADDRESSES: Record<Machine, string> = { Old: '10.77.0.1', New: '10.77.0.2' }
/** Steps of the quick start that the page repeats on the new machine before the move. */
const INSTALLED = new Set([1, 2, 3, 4, 5, 6, 11])
const DNS_STEP = 9

/** The commands of the page, with the machine that its step names. */
function readMovingPage(): Step[] {
  const page = readFileSync(join(REPOSITORY, 'docs/operator/backups.md'), 'utf8')
  const section = /^## Moving to another machine\n([^]*?)^## /m.exec(page)?.[1] ?? ''
  const items = section.matchAll(/^(\d+)\. \*\*(Old|New) machine\.\*\*([^]*?)(?=^\d+\. |^\S)/gm)
  return [...items].map(([, number, machine, text = '']) => ({
    number: Number(number),
    machine: machine === 'Old' ? 'Old' : 'New',
    commands: [...text.matchAll(/^ {3}```sh\n([^]*?)^ {3}```/gm)].map(([, command = '']) => command.trim()),
  }))
}

async function play(): Promise<number> {
  const steps = readMovingPage()
  const checks = new Checks()
  const commands = steps.flatMap(each => each.commands)
  checks.expect('the page has its seven commands', commands.length === 7, commands.join('\n'))
  const machines = { Old: await openDebianRoot(SSH), New: await openDebianRoot(SSH) }
  try {
    connect(machines)
    await openShop(machines.Old, checks)
    checks.note('the old shop has sold; the move begins')
    serveRepository(machines.New)
    for (const step of readQuickStart()) if (INSTALLED.has(step.number)) followStep(machines.New, checks, step)
    for (const step of steps) await follow(step, machines, checks)
    await checkMoved(machines, checks)
  } finally {
    await machines.Old.close()
    await machines.New.close()
  }
  return checks.end(undefined)
}

/** A cable between the two, names, and SSH from the new one to the old one. */
function connect({ Old, New }: Machines): void {
  const names = `veth${process.pid}`
  const ends = [
    `${names}a`,
    'netns',
    String(Old.leader),
    'type',
    'veth',
    'peer',
    `${names}b`,
    'netns',
    String(New.leader),
  ]
  execFileSync('ip', ['link', 'add', ...ends])
  for (const [root, address, end] of [
    [Old, ADDRESSES.Old, `${names}a`],
    [New, ADDRESSES.New, `${names}b`],
  ] as const) {
    const inside = ['--net', '--target', String(root.leader), 'ip']
    execFileSync('nsenter', [...inside, 'address', 'add', `${address}/24`, 'dev', end])
    execFileSync('nsenter', [...inside, 'link', 'set', end, 'up'])
    root.must(`echo '${ADDRESSES.Old} old.example' >> /etc/hosts`)
  }
  const key = New.must('ssh-keygen -q -t ed25519 -N "" -f /root/.ssh/id_ed25519 && cat /root/.ssh/id_ed25519.pub')
  New.must('echo "StrictHostKeyChecking accept-new" > /root/.ssh/config')
  mkdirSync(join(Old.path, 'root/.ssh'), { mode: 0o700, recursive: true })
  writeFileSync(join(Old.path, 'root/.ssh/authorized_keys'), key)
  Old.must('systemctl enable --now ssh')
}

async function openShop(old: DebianRoot, checks: Checks): Promise<void> {
  serveRepository(old)
  for (const step of readQuickStart()) followStep(old, checks, step)
  checks.expect('the old shop opens by HTTPS', (await isReady(old)) && (await isOpenByHttps(old)))
  const sale = makeFirstSale(old)
  checks.expect('an order is paid there', isPaid(sale), JSON.stringify(sale))
}

async function follow({ number, machine, commands }: Step, machines: Machines, checks: Checks): Promise<void> {
  if (number > DNS_STEP) {
    changeDns(machines)
    followLastStep(machines.New, checks)
    return
  }
  for (const command of commands) {
    const { status, output } = machines[machine].run(inShell(command))
    checks.expect(`${number}. ${machine} machine: ${command.split('\n')[0]}`, status === 0, output)
  }
}

const followLastStep = (root: DebianRoot, checks: Checks) => {
  const https = readQuickStart().find(({ number }) => number === LAST_COMMAND)
  if (https) followStep(root, checks, https)
}

/** From now on, the shop's name leads to the new machine, also for the old one. */
function changeDns({ Old, New }: Machines): void {
  for (const [root, address] of [
    [Old, ADDRESSES.New],
    [New, '127.0.0.1'],
  ] as const)
    root.must(`sed -i 's/ ${HOST}$//' /etc/hosts && echo '${address} ${HOST}' >> /etc/hosts`)
}

async function checkMoved({ Old, New }: Machines, checks: Checks): Promise<void> {
  const log = New.run('journalctl -u puoti -n 30 --no-pager').output
  checks.expect('the new shop is ready', await isReady(New), log)
  checks.expect('it opens by HTTPS', await isOpenByHttps(New), New.run('journalctl -u caddy -n 30').output)
  const reached = `curl -fsk https://${HOST}/ | grep -q '<div id="root"'`
  checks.expect('another machine reaches it by the name', await comesTrue(Old, reached))
  const sale = makeNextSale(New)
  checks.expect('an order is paid at the same terminal', isPaid(sale), JSON.stringify(sale))
  const { status, output } = New.run('puoti backup')
  const isWhole = status === 0 && /All invariants of money and stock hold/.test(output) && /\b31\.60\b/.test(output)
  checks.expect('a backup has both payments, and every invariant holds', isWhole, output)
  checks.expect('the new shop starts after a reboot', New.run('systemctl is-enabled puoti').output.trim() === 'enabled')
  const enabled = Old.run('systemctl is-enabled puoti; systemctl is-active puoti').output.trim()
  checks.expect('the old one does not', enabled === 'disabled\ninactive', enabled)
}

const reason = whyNoDebianRoot()
if (reason === undefined) process.exit(await play())
console.log(`Not run: ${reason}.`)
process.exit(1)
