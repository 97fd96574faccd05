import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { DEMO_ACCOUNTS } from '#server/seed/seed-demo.ts'
import { type Config, SETTING_NAMES } from './config.ts'

type StartWarningsInput = {
  config: Pick<Config, 'production' | 'isStaging'>
  variables: Record<string, string | undefined>
  /** Where backups and the payment journal go; undefined: nowhere. */
  journalDir: string | undefined
}

/** Warnings for the operator that do not stop the start. */
export async function startWarnings({ config, variables, journalDir }: StartWarningsInput): Promise<string[]> {
  const unknown = unknownSettings(variables).map(unknownSettingText)
  if (config.isStaging)
    unknown.push('PUOTI_STAGING is on: no email, SMS or notification is sent, and no terminal or lock is reached.')
  if (journalDir === undefined) return config.production && !config.isStaging ? [...unknown, NO_BACKUPS] : unknown
  const reason = await whyNotWritable(journalDir)
  return reason === undefined ? unknown : [...unknown, notWritable(journalDir, reason)]
}

const NO_BACKUPS =
  'PUOTI_BACKUP_DIR is not set: there are no nightly backups and no payment journal, which shows after a restore what terminals have charged since.'

const notWritable = (directory: string, reason: string) =>
  `Backups and the payment journal can't be written to ${directory} (${reason}): create it for the user of the shop, and name it in the unit's ReadWritePaths.`

/** Creates the directory if need be. Returns the reason when this process can't write to it. */
export async function whyNotWritable(directory: string): Promise<string | undefined> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

type StartedShop = { origin: string; config: Config; hasPages: boolean }

/** The message in the terminal window once the shop is running. */
export function startMessage({ origin, config, hasPages }: StartedShop): string {
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

/** Of the tests and benchmarks, which start servers with their own environment. */
const NOT_OF_THE_SHOP = new Set([
  'PUOTI_TIER',
  'PUOTI_RACES',
  'PUOTI_RUNS',
  'PUOTI_PREPARED_DATA',
  'PUOTI_BENCH_SHOPPERS',
])

/** More differences than these are another word, not a typing error. */
const MAX_DIFFERENCES = 3

type UnknownSetting = { name: string; nearest: string | undefined }

/** Variables that begin with PUOTI_ and that the shop doesn't read, each with the name that was probably meant. */
export function unknownSettings(variables: Record<string, string | undefined>): UnknownSetting[] {
  const names = new Set(SETTING_NAMES.flatMap(name => [name, `${name}_FILE`]))
  return Object.keys(variables)
    .filter(name => name.startsWith('PUOTI_') && !names.has(name) && !NOT_OF_THE_SHOP.has(name))
    .toSorted()
    .map(name => ({ name, nearest: findNearest(name, [...names]) }))
}

export const unknownSettingText = ({ name, nearest }: UnknownSetting): string =>
  `${name} is no setting of this version: it has no effect.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`

function findNearest(name: string, names: readonly string[]): string | undefined {
  const measured = names.map(each => ({ each, differences: editDistance(name, each) }))
  const [nearest] = measured.toSorted((a, b) => a.differences - b.differences)
  return nearest && nearest.differences <= MAX_DIFFERENCES ? nearest.each : undefined
}

/** Letters to insert, delete or replace to make one word the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1]
    for (const [place, char] of other.split('').entries())
      next.push(
        Math.min((row[place] ?? 0) + Number(letter !== char), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
