import type { EventItem } from '#domain/preorders/preorder-event.ts'
import type { Context } from '#server/platform/context.ts'
import { findItems } from './queries.ts'

const REMEMBER_MS = 1000
/** Far more events than are open at once. */
const MOST_EVENTS = 100

type Answer = { askedAt: number; items: Promise<EventItem[] | undefined> }

/**
 * What is left of events, at most a second old: while thousands watch one event, the database is queried once a second. Only for
 * display; decisions read the row.
 */
export function recentItems(context: Context) {
  const answers = new Map<number, Answer>()
  return function itemsOf(eventId: number): Promise<EventItem[] | undefined> {
    const known = answers.get(eventId)
    if (known && performance.now() - known.askedAt < REMEMBER_MS) return known.items
    const answer: Answer = { askedAt: performance.now(), items: findItems(context.db, eventId) }
    answers.delete(eventId)
    answers.set(eventId, answer)
    const [oldest] = answers.keys()
    if (answers.size > MOST_EVENTS && oldest !== undefined) answers.delete(oldest)
    // A failed query is not kept: the next call retries.
    answer.items.catch(() => answers.get(eventId) === answer && answers.delete(eventId))
    return answer.items
  }
}
