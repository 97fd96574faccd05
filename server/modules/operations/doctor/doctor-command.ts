import type { Check } from '#contract/operations/doctor.ts'
import { BUILD, buildText } from '#server/config/build.ts'
import { settingsInForce } from '#server/config/load-settings.ts'
import { backupDirectory, openShared, readCliEnvironment } from '#server/modules/operations/backup/cli-environment.ts'
import { type CliCommand, toExit, readArguments } from '#server/modules/operations/backup/command-line.ts'
import { openStorage } from '#server/platform/db/storage.ts'
import { openSecrets } from '#server/platform/secrets/secrets.ts'
import { chooseLocks } from '#server/wiring/choose-locks.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { runChecks, toCheck } from './run-checks.ts'
import { sendTestMessage } from './test-message.ts'

type TestRecipients = { email: string | undefined; sms: string | undefined }

/** Runs all checks, or only that of the database when it can't be opened. */
async function checkShop(tests: TestRecipients): Promise<Check[]> {
  const cliEnvironment = readCliEnvironment()
  const { config, dataDir } = cliEnvironment
  const database = await openShared(cliEnvironment, { shop: 'any' }).catch((error: unknown) => toExit(error).message)
  if (typeof database === 'string')
    return [toCheck('database', { state: 'off', finding: 'databaseOff', values: { reason: database } }, 'en')]
  try {
    const { kysely: db } = database
    const needs = { config, db, secrets: await openSecrets(db, config) }
    const directories = {
      database: config.databaseUrl === undefined ? dataDir : undefined,
      backups: config.hasBackups ? backupDirectory(cliEnvironment) : undefined,
    }
    const terminals = chooseTerminals({ ...needs, log: { warn: () => undefined } })
    const beside = { directories, terminals, locks: chooseLocks(needs), storage: openStorage({ db, directories }) }
    const checks = await runChecks({ ...needs, ...beside, variables: process.env, now: () => new Date() }, 'en')
    terminals.close?.()
    for (const channel of ['email', 'sms'] as const) {
      const to = tests[channel]
      if (to !== undefined)
        checks.push(toCheck(channel, await sendTestMessage(needs, { channel, to, language: 'en' }), 'en'))
    }
    return checks
  } finally {
    await database.close()
  }
}

const LEVEL_WORDS = { ok: 'ok  ', warning: 'warn', off: 'FAIL' } as const

async function doctor(args: string[]): Promise<void> {
  const { isOn, valueOf } = readArguments(args, { switches: ['json'], values: ['email', 'sms'] })
  const checks = await checkShop({ email: valueOf('email'), sms: valueOf('sms') })
  const settings = settingsInForce(process.env)
  if (isOn('json')) console.log(JSON.stringify({ ...BUILD, settings, checks }))
  else {
    console.log(`${buildText()}\n${settings.map(line => `  ${line}`).join('\n')}\n`)
    for (const { state, title, text } of checks) console.log(`${LEVEL_WORDS[state]}  ${title}: ${text}`)
  }
  if (checks.some(({ state }) => state === 'off')) process.exitCode = 1
}

export const doctorCommand: CliCommand = {
  name: 'doctor',
  summary:
    'Checks settings, database, disks, backups, public address, services, terminals and locks. Exits with 1 if a check fails.',
  usage: '',
  options: [
    ['--email ADDRESS', 'Sends a test email.'],
    ['--sms NUMBER', 'Sends a test SMS.'],
    ['--json', 'Prints JSON.'],
  ],
  run: doctor,
}
