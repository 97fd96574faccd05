import * as z from 'zod/mini'
import { changes } from '#contract/operations/changes.ts'
import { TOPICS, type Topic } from '#contract/topics.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { sendRequest } from '#web/kit/api/send-request.ts'

/** The server sends something at least every 15 seconds. */
export const SILENT_AFTER_MS = 45_000
const LIMITED_MS = 300_000
const REFUSED_MS = 60_000

/** The topics that an event names, none of a comment. An event that this version can't read may be about anything. */
export function parseEvent(event: string): readonly Topic[] {
  const data = event.split('\n').filter(line => line.startsWith('data:'))
  if (data.length === 0) return []
  try {
    const read = z.safeParse(changes.stream.answer, JSON.parse(data.map(line => line.slice(5)).join('\n')))
    return read.success ? read.data.topics : TOPICS
  } catch {
    return TOPICS
  }
}

/**
 * Reads one stream until it ends or is silent. `report` is first called with all topics, since what changed before is unknown, then
 * with those of each event. Returns after how long to try again at the soonest, in milliseconds.
 */
export async function readChanges(signal: AbortSignal, report: (topics: readonly Topic[]) => void): Promise<number> {
  const reading = new AbortController()
  const end = () => reading.abort()
  signal.addEventListener('abort', end)
  let silence = setTimeout(end, SILENT_AFTER_MS)
  try {
    const response = await sendRequest(changes.stream, { url: requestUrl(changes.stream), signal: reading.signal })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return response.status === 429 ? LIMITED_MS : response.status < 500 ? REFUSED_MS : 0
    }
    report(TOPICS)
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      clearTimeout(silence)
      silence = setTimeout(end, SILENT_AFTER_MS)
      const events = (text + chunk.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) report(parseEvent(event))
    }
  } catch {
    // It broke off, was silent, or is no longer needed.
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
    end()
  }
  return 0
}
