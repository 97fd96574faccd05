import { eraseStored, readStored, storedChanges, tabStorage, writeStored } from '#web/kit/api/browser-storage.ts'

/** The order whose payment this browser follows until its outcome is known and shown. */
export type FollowedOrder = {
  id: number
  /** When following began, by this browser's clock: only responses fetched later contain the outcome. */
  sinceMs: number
  /**
   * The order's updated_at before the pay request, as long as it is unknown whether the request arrived. An order that still
   * has this value was never touched.
   */
  askedAt?: string
  /** A booked pre-order: it is the current order only while it is being paid. */
  isBooked?: true
  /** The error of the pay call, such as 'Internal Server Error (500)'; shown if it turns out that no payment began. */
  failure?: string
}

const STORAGE_KEY = 'followed-order'

const followedChanges = storedChanges()

/** This tab's copy: it survives a reload, and another tab that finishes first doesn't remove it. */
const followedInTab = {
  read: () => tabStorage.read(STORAGE_KEY),
  write: (json: string) => tabStorage.write(STORAGE_KEY, json),
  erase: () => tabStorage.erase(STORAGE_KEY),
}

function parseFollowedOrder(json: string | null): FollowedOrder | null {
  try {
    const stored: unknown = JSON.parse(json ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('sinceMs' in stored)) return null
    const { id, sinceMs } = stored
    if (!Number.isSafeInteger(id) || typeof id !== 'number' || typeof sinceMs !== 'number') return null
    return {
      id,
      sinceMs,
      ...('askedAt' in stored && typeof stored.askedAt === 'string' && { askedAt: stored.askedAt }),
      ...('isBooked' in stored && stored.isBooked === true && { isBooked: true }),
      ...('failure' in stored && typeof stored.failure === 'string' && { failure: stored.failure }),
    }
  } catch {
    return null
  }
}

const readFollowed = () => followedInTab.read() ?? readStored(STORAGE_KEY)

let lastRead: { json: string | null; followed: FollowedOrder | null } = { json: null, followed: null }

/** The order that this tab follows, or else the one of another tab of this browser. */
export function followedOrder(): FollowedOrder | null {
  const json = readFollowed()
  if (json !== lastRead.json) lastRead = { json, followed: parseFollowedOrder(json) }
  return lastRead.followed
}

export const subscribeToFollowedOrder = followedChanges.subscribe

/** Stored for this tab and for the others, so that a reload or another tab also ends with the right outcome. */
export function followOrder(followed: FollowedOrder): void {
  const json = JSON.stringify(followed)
  followedInTab.write(json)
  writeStored(STORAGE_KEY, json)
  followedChanges.notify()
}

/** Stops following. Returns true in the first tab of the browser that does: one-time actions run there. */
export function stopFollowing(id: number): boolean {
  const isFirst = parseFollowedOrder(readStored(STORAGE_KEY))?.id === id
  followedInTab.erase()
  if (isFirst) eraseStored(STORAGE_KEY)
  followedChanges.notify()
  return isFirst
}

/**
 * Continues following after the pay call has ended. Returns false, and follows nothing, if the shopper has left the payment
 * meanwhile or its outcome was shown already: a later poll may return it before the call's own response does.
 */
export function followOn(followed: FollowedOrder): boolean {
  const isFollowed = followedOrder()?.id === followed.id
  if (isFollowed) followOrder(followed)
  return isFollowed
}

/** Whether a payment of this browser was requested and has no outcome yet. */
export const isPaying = (): boolean => followedOrder() !== null
