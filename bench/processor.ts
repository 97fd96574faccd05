import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningShop } from './running-shop.ts'

export type ProcessorTime = { nodeSeconds: number; postgresSeconds: number }

const TICKS_PER_SECOND = 100

/** Processor time that the shop's processes have used since they started (Linux); independent of other load on the machine. */
export function measureProcessorTime(shop: Pick<RunningShop, 'pid' | 'clusterDir'>): ProcessorTime | undefined {
  if (process.platform !== 'linux') return undefined
  const [postmaster = ''] = readFileSync(join(shop.clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean)
  const childSeconds = children.reduce((sum, pid) => sum + seconds(pid, OWN), 0)
  return {
    nodeSeconds: seconds(String(shop.pid), OWN),
    postgresSeconds: childSeconds + seconds(postmaster, WITH_ENDED_CHILDREN),
  }
}

export const between = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  nodeSeconds: after.nodeSeconds - before.nodeSeconds,
  postgresSeconds: after.postgresSeconds - before.postgresSeconds,
})

/** Field positions after the name in /proc/<pid>/stat: user and system time, own and of ended children. */
const OWN = [11, 12]
const WITH_ENDED_CHILDREN = [11, 12, 13, 14]

function seconds(pid: string, fields: readonly number[]): number {
  const stat = readStat(pid)
  const behindName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, field) => sum + Number(behindName[field] ?? 0), 0) / TICKS_PER_SECOND
}

/** A connection's process may just have ended: its time is then counted among the ended children. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ') '
  }
}
