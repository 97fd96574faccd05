import type { Config } from './config.ts'
import { DEMO_ACCOUNTS } from './db/seed/seed-demo.ts'

type Started = { address: string; config: Config; webIsBuilt: boolean }

/** What the terminal window says once the shop is open. */
export function startMessage({ address, config, webIsBuilt }: Started): string {
  const lines = [`\n  Puoti is open at ${address.replace('127.0.0.1', 'localhost')}\n`]
  if (!webIsBuilt) lines.push('  The web is not built yet: run `npm run build`.')
  if (config.demo) {
    lines.push('  Demo accounts (any other e-mail address makes a new one):')
    for (const account of DEMO_ACCOUNTS)
      lines.push(`    ${account.email.padEnd(24)} ${account.isAdmin ? 'admin' : 'shopper'}`)
  }
  const origin = address.replace('127.0.0.1', 'localhost')
  if (config.devMailbox && !config.smtpUrl) lines.push(`  Mails and SMS arrive at  ${origin}/dev/mailbox`)
  if (config.testPayment) lines.push(`  The virtual terminal is  ${origin}/dev/terminal`)
  lines.push('  Ctrl-C closes the shop.\n')
  return lines.join('\n')
}
