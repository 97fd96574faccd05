import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { name: string; uid: number; gid: number }

const NOBODY: Account = { name: 'nobody', uid: 65_534, gid: 65_534 }

/** The account that the database's processes run as; undefined when it is the shop's own. PostgreSQL refuses to run as root. */
export function databaseAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const ownerUid = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  // A cluster that an ordinary user made keeps its owner, so that the user can start it again.
  if (ownerUid)
    return (
      accounts.find(account => account.uid === ownerUid) ?? { name: `user ${ownerUid}`, uid: ownerUid, gid: ownerUid }
    )
  return accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody') ?? NOBODY
}

/** Whether the account may pass through every directory on the way to the path, and through the path itself. */
export function isReachableBy(account: Account, path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false })
  // A path that doesn't exist yet is as reachable as its parent.
  if (status && (status.mode & passBit(account, status)) === 0) return false
  const parent = dirname(path)
  return parent === path || isReachableBy(account, parent)
}

function passBit(account: Account, owner: { uid: number; gid: number }): number {
  if (owner.uid === account.uid) return 0o100
  return owner.gid === account.gid ? 0o010 : 0o001
}

function readAccounts(): Account[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(parseAccount)
      .filter(account => account.uid > 0)
  } catch {
    return []
  }
}

/** A line of passwd(5): name:password:uid:gid:… */
function parseAccount(line: string): Account {
  const [name = '', , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}
