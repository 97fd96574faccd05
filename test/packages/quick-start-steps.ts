import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from './checks.ts'
import { type DebianRoot, NODE, REPOSITORY } from './debian-root.ts'
import { ADMIN, HOST, signByOwnAuthority } from './shop-machine.ts'

/** A step of docs/operator/quick-start.md. */
export type QuickStartStep = { number: number; title: string; command: string }

const SHELL = `SHOP=${HOST} ADMIN=${ADMIN}; cd /opt/puoti 2> /dev/null;`
const WITHOUT_PROVIDERS = 'echo PUOTI_DEV_MAILBOX=on >> /etc/puoti.env'
/** Steps that download. */
const ONLINE = new Set([2, 6])
export const LAST_COMMAND = 12

/** The steps that are commands, as the page has them. */
export function readQuickStart(): QuickStartStep[] {
  const page = readFileSync(join(REPOSITORY, 'docs/operator/quick-start.md'), 'utf8')
  const sections = page.matchAll(/^## (\d+)\. (.+)\n([^]*?)(?=^## )/gm)
  return [...sections].flatMap(([, number, title = '', text = '']) => {
    const command = /^```sh\n([^]*?)^```/m.exec(text)?.[1]
    return command === undefined ? [] : [{ number: Number(number), title, command }]
  })
}

/** Puts the repository where the page clones it from. */
export function serveRepository(root: DebianRoot): void {
  execFileSync('git', ['clone', '--quiet', '--bare', REPOSITORY, join(root.path, 'srv/puoti.git')])
  writeFileSync(join(root.path, 'etc/gitconfig'), '[safe]\n\tdirectory = *\n')
}

/** Runs the command of a step on that machine. */
export function followStep(root: DebianRoot, checks: Checks, { number, title, command }: QuickStartStep): void {
  const began = performance.now()
  const line = command.replaceAll('<url of this repository>', '/srv/puoti.git')
  const { status, output } = /nodejs\.org/.test(line)
    ? installNode(root)
    : root.run(inShell(line), { online: ONLINE.has(number) })
  // No gateway and no mail server: the page's way to begin without.
  if (number === 9) root.must(WITHOUT_PROVIDERS)
  if (number === LAST_COMMAND) signByOwnAuthority(root)
  checks.expect(`${number}. ${title}: ${((performance.now() - began) / 1000).toFixed(1)} s`, status === 0, output)
}

/** A line of a page, in the shell of the quick start. */
export const inShell = (line: string) => `${SHELL} ${line}`

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
