import { diskLevel } from '#domain/administration/shop-status.ts'
import type { Context } from '#server/platform/context.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'

const LOOK_EVERY_MS = 60_000

/** Logs each minute that a disk is nearly full, or full, while it is. */
export function watchStorage({ storage, log }: Pick<Context, 'storage' | 'log'>): Running {
  const look = async () => {
    const [disks, isFull] = await Promise.all([storage.disks(), storage.isFull()])
    if (isFull) log.error('the disk of the database is full: orders are refused')
    for (const { name, freeBytes } of disks) {
      if (diskLevel({ leastFreeBytes: freeBytes, isFull: false }) === 'ok') continue
      log.warn({ disk: name, free_megabytes: Math.round(freeBytes / 1_000_000) }, 'a disk is nearly full')
    }
  }
  return startPeriodicJob(
    { log },
    { name: 'the look at the disks', work: look, everyMs: LOOK_EVERY_MS, firstAfterMs: 1_000 },
  )
}
