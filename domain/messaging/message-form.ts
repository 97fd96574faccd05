import { MINUTE_MS, DAY_MS } from '#domain/durations.ts'
import { safeLink } from '#domain/format/safe-link.ts'
import type { RecordOf } from '#domain/record-fields.ts'
import { MESSAGE_FIELDS } from './message-fields.ts'

/** The problems of a message field; the web has a text for each. */
export const MESSAGE_PROBLEMS = [
  'required',
  'tooLong',
  /** Characters that phones do not show, such as control characters. */
  'signs',
  /** `url`: not a link that a notification may open. */
  'link',
  /** `send_at`: not a valid time; only possible in the browser. */
  'time',
  'past',
  /** `send_at`: more than a year ahead. */
  'tooLate',
  /** `unknown`, of `texts`: the shop does not offer a language. `taken`, of `key`: another message has it. */
  'unknown',
  'taken',
] as const

export type MessageProblem = {
  /** The title and the text in a language are `title.fi` and `text.fi`. */
  field: string
  problem: (typeof MESSAGE_PROBLEMS)[number]
  /** For `tooLong`: the maximum number of characters. */
  count?: number
}

export type MessageText = { title: string; text: string }

/**
 * `texts`: by the code of their language; a language without one receives nothing. `send_at`: an instant, ISO 8601; null: now.
 */
export type MessageForm = Pick<RecordOf<typeof MESSAGE_FIELDS>, 'url' | 'send_at'> & {
  texts: Readonly<Record<string, MessageText | undefined>>
}

/** Together with a link of the maximum length they fit into one push message, in any script. */
export const MAX_MESSAGE_LENGTH = { title: 80, text: 300, url: MESSAGE_FIELDS.url.maxLength } as const

const YEAR_MS = 366 * DAY_MS
// oxlint-disable-next-line no-control-regex -- they are what is looked for; a text may have lines
const CONTROL_CHARACTERS = { title: /[\u0000-\u001f\u007f]/, text: /[\u0000-\u0009\u000b-\u001f\u007f]/ }

/** All problems of a message, in the order of its fields. `origin`: the shop's own. */
export function messageProblems(form: MessageForm, { now, origin }: { now: Date; origin: string }): MessageProblem[] {
  return [...textProblems(form), ...linkProblems(form, origin), ...timeProblems(form, now)]
}

function textProblems({ texts }: MessageForm): MessageProblem[] {
  const written = Object.entries(texts).flatMap(([code, text]) => (text ? [{ code, text }] : []))
  if (written.length === 0) return [{ field: 'texts', problem: 'required' }]
  return written.flatMap(({ code, text }) =>
    (['title', 'text'] as const).flatMap(part => fieldProblems(`${part}.${code}`, text[part], part)),
  )
}

function fieldProblems(field: string, typed: string, part: 'title' | 'text'): MessageProblem[] {
  const trimmed = typed.trim()
  if (trimmed === '') return [{ field, problem: 'required' }]
  if (trimmed.length > MAX_MESSAGE_LENGTH[part]) return [{ field, problem: 'tooLong', count: MAX_MESSAGE_LENGTH[part] }]
  return CONTROL_CHARACTERS[part].test(trimmed) ? [{ field, problem: 'signs' }] : []
}

function linkProblems({ url }: MessageForm, origin: string): MessageProblem[] {
  if (url === '') return [{ field: 'url', problem: 'required' }]
  if (url.length > MAX_MESSAGE_LENGTH.url) return [{ field: 'url', problem: 'tooLong', count: MAX_MESSAGE_LENGTH.url }]
  return safeLink(url, origin) === undefined ? [{ field: 'url', problem: 'link' }] : []
}

/** Times up to a minute in the past are accepted, for the time until the form is submitted. */
function timeProblems({ send_at: at }: MessageForm, now: Date): MessageProblem[] {
  if (at === null) return []
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return [{ field: 'send_at', problem: 'time' }]
  if (ms < now.getTime() - MINUTE_MS) return [{ field: 'send_at', problem: 'past' }]
  return ms > now.getTime() + YEAR_MS ? [{ field: 'send_at', problem: 'tooLate' }] : []
}
