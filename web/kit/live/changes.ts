import type { Topic } from '#contract/topics.ts'
import { readChanges, SILENT_AFTER_MS } from './read-changes.ts'

/** Of the lock and of the channel. */
const CHANNEL_NAME = 'puoti-changes'
const MIN_REST_MS = 2_000
const MAX_REST_MS = 60_000
/** A page that follows the last one within this time keeps the stream. */
const KEEP_MS = 5_000

type TopicsListener = (topics: readonly Topic[]) => void
const listeners = new Set<TopicsListener>()
let heardMs = -Infinity
let following: AbortController | undefined
let ending: ReturnType<typeof setTimeout> | undefined

/** Whether a change would be heard: polls may be rare meanwhile. */
export const isFollowingChanges = (): boolean => performance.now() - heardMs < SILENT_AFTER_MS

/**
 * Calls back with the topics that others changed in the shop, while this window is visible. All visible windows of a browser share one
 * stream, since a browser has six connections to a server. Returns the unsubscribe function.
 */
export function onChanges(listener: TopicsListener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', followOrStop)
  listeners.add(listener)
  followOrStop()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', followOrStop)
    followOrStop()
  }
}

/** Starts to follow the changes, or ends it in a moment. */
function followOrStop(): void {
  const isNeeded = listeners.size > 0 && document.visibilityState === 'visible'
  clearTimeout(ending)
  if (!isNeeded) ending = setTimeout(endFollowing, KEEP_MS)
  else if (!following && 'locks' in navigator && 'BroadcastChannel' in globalThis)
    shareStream((following = new AbortController()))
}

function endFollowing(): void {
  following?.abort()
  following = undefined
  heardMs = -Infinity
}

function receiveTopics(topics: readonly Topic[]): void {
  heardMs = performance.now()
  if (topics.length > 0) for (const listener of listeners) listener(topics)
}

/** One window has the lock and the stream, and informs the others; another one takes over when it closes or is hidden. */
function shareStream({ signal }: AbortController): void {
  const channel = new BroadcastChannel(CHANNEL_NAME)
  channel.addEventListener('message', ({ data }) => Array.isArray(data) && receiveTopics(data))
  signal.addEventListener('abort', () => channel.close())
  const report: TopicsListener = topics => {
    if (signal.aborted) return
    receiveTopics(topics)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage(topics)
  }
  navigator.locks.request(CHANNEL_NAME, { signal }, () => readAgain(signal, report)).catch(() => undefined)
}

/** Reads streams, one after the other. Windows don't return to a server at the same moment. */
async function readAgain(signal: AbortSignal, report: TopicsListener): Promise<void> {
  let restMs = MIN_REST_MS
  while (!signal.aborted) {
    let isOpen = false
    const waitMs = await readChanges(signal, topics => {
      isOpen = true
      report(topics)
    })
    restMs = isOpen ? MIN_REST_MS : Math.min(MAX_REST_MS, restMs * 2)
    await waitAborted(signal, Math.max(waitMs, restMs) * (1 + Math.random()))
  }
}

const waitAborted = (signal: AbortSignal, ms: number) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
