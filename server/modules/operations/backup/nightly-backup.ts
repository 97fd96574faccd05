import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { shopDate, SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import type { Context } from '#server/platform/context.ts'
import { startPeriodicJob, type RunningJob } from '#server/platform/workers/periodic-job.ts'
import { EXIT_BROKEN_SHOP } from './command-line.ts'

const LOOK_EVERY_MS = 60_000
const BEHIND_THE_SHOP = 10
/** A process of its own, which imports the operations of the shop. */
const PUOTI_PROGRAM = join(import.meta.dirname, '../../../puoti.ts')

/** Whether this server is to take the backup of the night: its time has come, and no server of this database has begun it. */
export async function claimNightlyBackup({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<boolean> {
  if (config.backupTime === undefined || zonedTime(now(), SHOP_TIME_ZONE).time < config.backupTime) return false
  const night = shopDate(now())
  const claimed = await db.updateTable('backup_claim').set({ night }).where('night', '<', night).executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

/** Takes a backup each night until stopped, in a separate process with a lower priority than the shop. */
export function startNightlyBackup(context: Context): RunningJob {
  if (context.config.backupTime === undefined) return { stop: () => undefined }
  let running: ChildProcess | undefined
  const startIfDue = async () => {
    if (await claimNightlyBackup(context)) running = startBackup(context)
  }
  const job = startPeriodicJob(context, { name: 'the nightly backup', work: startIfDue, everyMs: LOOK_EVERY_MS })
  return {
    stop: () => {
      job.stop()
      running?.kill()
    },
  }
}

/** The output is logged only when it fails: the log of a good night is one line. */
function startBackup({ log }: Context): ChildProcess {
  const child = spawn(process.execPath, [PUOTI_PROGRAM, 'backup', '--nightly'], { stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, BEHIND_THE_SHOP)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => output.push(text.toString('utf8')))
  child.on('error', error => log.error({ err: error }, 'the nightly backup could not be started'))
  child.on('close', code => {
    if (code === 0) log.info('the nightly backup was written and verified')
    else
      log.error(
        { code, output: output.join('').slice(-2000) },
        code === EXIT_BROKEN_SHOP
          ? 'the nightly backup was verified, but its data breaks invariants'
          : 'the nightly backup failed',
      )
  })
  return child
}
