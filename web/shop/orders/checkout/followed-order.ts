import { eraseStored, readStored, tabStorage, writeStored } from '#web/kit/api/browser-storage.ts'
import { storedChanges } from '#web/kit/api/stored-changes.ts'

/** The order whose payment this browser follows until its outcome is known and shown. */
export interface FollowedOrder {
  id: number
  /** When following began, by this browser's clock: only what is fetched later tells the outcome. */
  sinceMs: number
  /**
   * The order's updated_at before the payment was asked for, as long as nobody knows whether that call arrived. An order
   * that still says so was never touched.
   */
  askedAt?: string
  /** A booked pre-order: the current order tells of it only while it is being paid. */
  isBooked?: true
  /** What the pay call failed with, such as 'Internal Server Error (500)'; told if it turns out that no payment began. */
  failure?: string
}

const KEY = 'followed-order'

const changes = storedChanges()

/** This tab's own copy: a reload keeps it, and another tab that was quicker does not take it away. */
const ofThisTab = {
  read: () => tabStorage.read(KEY),
  write: (json: string) => tabStorage.write(KEY, json),
  erase: () => tabStorage.erase(KEY),
}

function parse(json: string | null): FollowedOrder | null {
  try {
    const kept: unknown = JSON.parse(json ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('sinceMs' in kept)) return null
    const { id, sinceMs } = kept
    if (!Number.isSafeInteger(id) || typeof id !== 'number' || typeof sinceMs !== 'number') return null
    return {
      id,
      sinceMs,
      ...('askedAt' in kept && typeof kept.askedAt === 'string' && { askedAt: kept.askedAt }),
      ...('isBooked' in kept && kept.isBooked === true && { isBooked: true }),
      ...('failure' in kept && typeof kept.failure === 'string' && { failure: kept.failure }),
    }
  } catch {
    return null
  }
}

const readKept = () => ofThisTab.read() ?? readStored(KEY)

let lastRead: { json: string | null; followed: FollowedOrder | null } = { json: null, followed: null }

/** What this tab follows, or else what another tab of this browser does. */
export function followedOrder(): FollowedOrder | null {
  const json = readKept()
  if (json !== lastRead.json) lastRead = { json, followed: parse(json) }
  return lastRead.followed
}

export const subscribeToFollowedOrder = changes.subscribe

/** Kept in this tab and for the others, so that a reload or another tab ends in the truth too. */
export function followOrder(followed: FollowedOrder): void {
  const json = JSON.stringify(followed)
  ofThisTab.write(json)
  writeStored(KEY, json)
  changes.tell()
}

/** Ends following. True in the first tab of the browser that comes here: what must be done once is done there. */
export function stopFollowing(id: number): boolean {
  const isFirst = parse(readStored(KEY))?.id === id
  ofThisTab.erase()
  if (isFirst) eraseStored(KEY)
  changes.tell()
  return isFirst
}

/**
 * Follows on after the pay call has ended. False, and nothing is followed, when the shopper has left the payment meanwhile or its
 * outcome was shown already: a later poll may bring it before the call's own answer does.
 */
export function followOn(followed: FollowedOrder): boolean {
  const isFollowed = followedOrder()?.id === followed.id
  if (isFollowed) followOrder(followed)
  return isFollowed
}
