import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningShop } from './running-shop.ts'

export type Memory = { nodeMegabytes: number; postgresMegabytes: number }

/** Memory of the shop's processes: Node's resident memory, and PostgreSQL's with shared pages counted once (Linux). */
export function measureMemory(shop: Pick<RunningShop, 'pid' | 'clusterDir'>): Memory | undefined {
  if (process.platform !== 'linux') return undefined
  const [postmaster = ''] = readFileSync(join(shop.clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  const postgres = [postmaster, ...getChildren(postmaster)].map(pid => megabytes(`/proc/${pid}/smaps_rollup`, 'Pss'))
  return {
    nodeMegabytes: megabytes(`/proc/${shop.pid}/status`, 'VmRSS'),
    postgresMegabytes: postgres.reduce((sum, each) => sum + each, 0),
  }
}

const getChildren = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)

/** 0 for a connection's process that has just ended. */
function megabytes(file: string, field: string): number {
  if (!existsSync(file)) return 0
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))
  return Number(found?.[1] ?? NaN) / 1024
}
