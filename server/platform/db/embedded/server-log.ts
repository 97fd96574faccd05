import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'

const LIMIT_BYTES = 5_000_000
const CHECK_MS = 60_000

/** The database's log file: once it exceeds 5 MB it is copied to `….1` and truncated. */
export type ServerLog = { fd: number; lastLines(count: number): string; close(): void }

export function openServerLog(path: string): ServerLog {
  // Append mode, so that PostgreSQL's writes land at the new end after the file was truncated.
  const fd = openSync(path, 'a', 0o600)
  const bound = () => {
    if (fstatSync(fd).size <= LIMIT_BYTES) return
    copyFileSync(path, `${path}.1`)
    ftruncateSync(fd, 0)
  }
  bound()
  const timer = setInterval(bound, CHECK_MS)
  timer.unref()
  return {
    fd,
    lastLines: count => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n'),
    close() {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
