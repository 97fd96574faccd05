// npm run drill -- quick-start: follows docs/operator/quick-start.md in a new Debian, command by command as in the page, up to
// a paid order over HTTPS, and prints how long each step takes. Needs a network for packages. It differs from the page in three ways:
// the repository is cloned from this machine, Node is this repository's, and Caddy is its own certificate authority.
import { Checks } from './checks.ts'
import { openDebianRoot, whyNoDebianRoot } from './debian-root.ts'
import { followStep, LAST_COMMAND, readQuickStart, serveRepository } from './quick-start-steps.ts'
import { isOpenByHttps, isPaid, isReady, makeFirstSale } from './shop-machine.ts'

async function play(): Promise<number> {
  const steps = readQuickStart()
  const checks = new Checks()
  checks.expect('the page has its twelve commands', steps.at(-1)?.number === LAST_COMMAND)
  const root = await openDebianRoot()
  try {
    serveRepository(root)
    checks.note('Debian has booted; the time of the quick start begins')
    const began = performance.now()
    for (const step of steps) followStep(root, checks, step)
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

const reason = whyNoDebianRoot()
if (reason === undefined) process.exit(await play())
console.log(`Not run: ${reason}.`)
process.exit(1)
