import { DEMO_ACCOUNTS } from '#server/seed/seed-demo.ts'
import type { Config } from './config.ts'

type Started = { origin: string; config: Config; hasPages: boolean }

/** The message in the terminal window once the shop is running. */
export function startMessage({ origin, config, hasPages }: Started): string {
  const lines = [`\n  Puoti is running at ${origin}`, `  Version ${config.version} (${config.commit})\n`]
  if (!hasPages) lines.push('  The web app is not built yet: run `npm run build`.')
  if (config.demo) {
    lines.push('  Demo accounts (any other email address creates a new one):')
    for (const account of DEMO_ACCOUNTS)
      lines.push(`    ${account.email.padEnd(24)} ${account.isAdmin ? 'admin' : 'shopper'}`)
  }
  if (config.devMailbox && !config.smtpUrl) lines.push(`  Emails and SMS:          ${origin}/dev/mailbox`)
  if (config.testPayment) lines.push(`  Virtual terminal:        ${origin}/dev/terminal`)
  lines.push('  Ctrl-C stops it.\n')
  return lines.join('\n')
}
