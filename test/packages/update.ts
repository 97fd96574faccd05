// npm run drill -- update: a shop of the quick start gets a new commit and goes back to the old one, by the commands of
// docs/operator/updating.md. Differs from the page as the quick start's drill does; the restored backup is the newest one.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Checks } from './checks.ts'
import { type DebianRoot, openDebianRoot, REPOSITORY, whyNoDebianRoot } from './debian-root.ts'
import { followStep, inShell, readQuickStart, serveRepository } from './quick-start-steps.ts'
import { isPaid, isReady, makeFirstSale, makeNextSale, type Sale } from './shop-machine.ts'

const COMMANDS = { Update: 7, 'Going back': 7 } as const
const BACKUP_OF_THE_PAGE = /\/var\/lib\/puoti\/backups\/puoti-\S+\.backup\.gz/
const NEWEST_BACKUP = '$(ls -t /var/lib/puoti/backups/puoti-*.backup.gz | head -n 1)'

function readCommands(heading: keyof typeof COMMANDS): string[] {
  const page = readFileSync(join(REPOSITORY, 'docs/operator/updating.md'), 'utf8')
  const section = page.split(/^## /m).find(text => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^ {3}```sh\n([^]*?)^ {3}```/gm)].map(([, command = '']) => command.trim())
}

/** What the operators' page pulls from has the commit before this one, or this one. */
const serve = (root: DebianRoot, commit: string) =>
  execFileSync('git', ['-C', join(root.path, 'srv/puoti.git'), 'update-ref', 'HEAD', commit])

const readCommit = (name: string) =>
  execFileSync('git', ['-C', REPOSITORY, 'rev-parse', name], { encoding: 'utf8' }).trim()

async function follow(heading: keyof typeof COMMANDS, root: DebianRoot, checks: Checks): Promise<void> {
  const commands = readCommands(heading)
  checks.expect(`“${heading}” has its commands`, commands.length === COMMANDS[heading], commands.join('\n'))
  for (const command of commands) {
    // The page's check, which an operator repeats until the shop has started.
    if (command.startsWith('curl')) await isReady(root)
    const line = inShell(command.replace(BACKUP_OF_THE_PAGE, NEWEST_BACKUP))
    const { status, output } = root.run(line, { online: command.includes('npm ci') })
    checks.expect(command, status === 0, output)
  }
  checks.expect('the shop is ready', await isReady(root), root.run('journalctl -u puoti -n 30 --no-pager').output)
}

const expectVersion = (root: DebianRoot, checks: Checks, commit: string) => {
  const { output } = root.run('puoti version')
  checks.expect(`puoti version names ${commit.slice(0, 12)}`, output.includes(commit.slice(0, 12)), output)
}

const expectPaid = (checks: Checks, what: string, sale: Sale) => checks.expect(what, isPaid(sale), JSON.stringify(sale))

async function play(): Promise<number> {
  const checks = new Checks()
  const [before, now] = [readCommit('HEAD~1'), readCommit('HEAD')]
  const root = await openDebianRoot()
  try {
    serveRepository(root)
    serve(root, before)
    for (const step of readQuickStart()) followStep(root, checks, step)
    checks.expect('the shop is ready', await isReady(root))
    expectPaid(checks, 'an order is paid before the update', makeFirstSale(root))
    expectVersion(root, checks, before)
    serve(root, now)
    await follow('Update', root, checks)
    expectVersion(root, checks, now)
    expectPaid(checks, 'an order is paid after it', makeNextSale(root))
    await follow('Going back', root, checks)
    expectVersion(root, checks, before)
    expectPaid(checks, 'an order is paid after going back', makeNextSale(root))
  } finally {
    await root.close()
  }
  return checks.end(undefined)
}

const reason = whyNoDebianRoot()
if (reason === undefined) process.exit(await play())
console.log(`Not run: ${reason}.`)
process.exit(1)
