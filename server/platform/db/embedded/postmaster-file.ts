import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL writes about itself into its data directory. */
export type PostmasterFile = { pid: number; socketDir: string; isReady: boolean }

export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(postmasterFilePath(clusterDir), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

export function postmasterFilePath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}
