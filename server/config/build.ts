import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT_DIRECTORY = fileURLToPath(new URL('../..', import.meta.url))

const readIfPresent = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

// npm requires a version in every package.json.
const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT_DIRECTORY, 'package.json'), 'utf8'))

/** The commit of a checkout, without running git; undefined where there is no checkout. */
export function findCommit(root: string): string | undefined {
  // In a worktree `.git` is a file that names the directory.
  const link = /^gitdir: (.+)$/m.exec(readIfPresent(join(root, '.git')) ?? '')?.[1]
  const gitDirectory = link === undefined ? join(root, '.git') : isAbsolute(link) ? link : join(root, link)
  const shared = join(gitDirectory, readIfPresent(join(gitDirectory, 'commondir'))?.trim() ?? '.')
  const head = readIfPresent(join(gitDirectory, 'HEAD'))?.trim() ?? ''
  const branch = /^ref: (.+)$/.exec(head)?.[1]
  if (branch === undefined) return asCommit(head)
  const packed = readIfPresent(join(shared, 'packed-refs'))?.split('\n')
  return asCommit(readIfPresent(join(shared, branch))) ?? asCommit(packed?.find(line => line.endsWith(` ${branch}`)))
}

const asCommit = (text: string | undefined): string | undefined => /^[0-9a-f]{40}/.exec(text ?? '')?.[0]

/** Written by scripts/release.ts and the container file, for installations without a checkout. */
function builtCommit(): string | undefined {
  return asCommit(readIfPresent(join(ROOT_DIRECTORY, 'dist/commit')))
}

const COMMIT_LENGTH = 12

/** What runs here: the version, and the first digits of the commit, or `unknown`. */
export const BUILD = {
  version,
  commit: (findCommit(ROOT_DIRECTORY) ?? builtCommit())?.slice(0, COMMIT_LENGTH) ?? 'unknown',
}

export const buildText = ({ version: release, commit }: typeof BUILD = BUILD): string => `puoti ${release} (${commit})`
