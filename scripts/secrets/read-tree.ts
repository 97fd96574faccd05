import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'playwright-report'])

/** The files that are, or could be, committed, as listed by git; in an unpacked archive, all files except `NOT_OURS`. */
export function readTree(root: string): { place: string; bytes: Buffer }[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const places =
    listed.status === 0
      ? listed.stdout.toString('utf8').split('\0').filter(Boolean)
      : globSync('**/*', { cwd: root, exclude: name => NOT_OURS.has(name) })
  return places.flatMap(place => read(root, place))
}

/** Returns nothing for directories and for deleted files whose deletion is not yet committed. */
function read(root: string, place: string): { place: string; bytes: Buffer }[] {
  try {
    return [{ place, bytes: readFileSync(join(root, place)) }]
  } catch {
    return []
  }
}
