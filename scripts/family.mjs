import { readFileSync } from 'node:fs'

const CHECK_MS = 200

/**
 * Calls back once when the npm that started this process is gone. npm starts it through a shell, and neither passes on every
 * signal: without this, a shop would keep running after its `npm start` was killed.
 */
export function whenNpmEnds(callback) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const shell = readParent(parent)
  const isOrphan = () => process.ppid !== parent || (shell !== undefined && readParent(parent)?.ppid !== shell.ppid)
  const timer = setInterval(() => {
    if (!isOrphan()) return
    clearInterval(timer)
    callback()
  }, CHECK_MS)
  timer.unref()
}

/** The parent's own parent, when the parent is the shell in between; undefined where there is no /proc. */
function readParent(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return /^(?:sh|dash|bash|ash)$/.test(name) ? { ppid } : undefined
  } catch {
    return undefined
  }
}
