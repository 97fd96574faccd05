import type { Config } from './config.ts'
import { DEMO_ACCOUNTS } from './db/seed/seed-demo.ts'

/** `pagesAt`: the pages come from another program, at that origin. */
type Started = { address: string; config: Config; webIsBuilt: boolean; pagesAt?: string | undefined }

/** What the terminal window says once the shop is open. */
export function startMessage({ address, config, webIsBuilt, pagesAt }: Started): string {
  const origin = (pagesAt ?? address).replace('127.0.0.1', 'localhost')
  const lines = [`\n  Puoti is open at ${origin}\n`]
  if (pagesAt === undefined && !webIsBuilt) lines.push('  The web is not built yet: run `npm run build`.')
  if (config.demo) {
    lines.push('  Demo accounts (any other e-mail address makes a new one):')
    for (const account of DEMO_ACCOUNTS)
      lines.push(`    ${account.email.padEnd(24)} ${account.isAdmin ? 'admin' : 'shopper'}`)
  }
  if (config.devMailbox && !config.smtpUrl) lines.push(`  Mails and SMS arrive at  ${origin}/dev/mailbox`)
  if (config.testPayment) lines.push(`  The virtual terminal is  ${origin}/dev/terminal`)
  lines.push('  Ctrl-C closes the shop.\n')
  return lines.join('\n')
}
