import { LONGEST_LINK, safeLink } from '#domain/format/safe-link.ts'

/** What can be wrong with a field of a message; the web has words for each. */
export const MESSAGE_PROBLEMS = [
  'required',
  'tooLong',
  /** Signs that no phone shows, such as control characters. */
  'signs',
  /** Of `url`: it is no link that a notification may open. */
  'link',
  /** Of `send_at`: it is no time of the calendar; only the browser meets one. */
  'time',
  'past',
  /** Of `send_at`: more than a year ahead. */
  'tooLate',
  /** Of `language_id`: the shop does not offer it. Of `key`: another message has it. */
  'unknown',
  'taken',
] as const

export interface MessageProblem {
  field: string
  problem: (typeof MESSAGE_PROBLEMS)[number]
  /** Of `tooLong`: how many characters there may be. */
  count?: number
}

/** `send_at`: an instant, ISO 8601; null: now. */
export interface MessageForm {
  title: string
  text: string
  url: string
  send_at: string | null
}

/** With a link that is as long as links may be they still fit into one push, in any letters. */
export const LONGEST_MESSAGE = { title: 80, text: 300, url: LONGEST_LINK } as const

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 86_400_000
// oxlint-disable-next-line no-control-regex -- they are what is looked for; a text may have lines
const UNSHOWN = { title: /[\u0000-\u001f\u007f]/, text: /[\u0000-\u0009\u000b-\u001f\u007f]/ }

/** Everything that is wrong with a message, in the order of its fields. `origin`: the shop's own address. */
export function messageProblems(form: MessageForm, { now, origin }: { now: Date; origin: string }): MessageProblem[] {
  return [
    ...wordProblems(form, 'title'),
    ...wordProblems(form, 'text'),
    ...linkProblems(form, origin),
    ...timeProblems(form, now),
  ]
}

function wordProblems(form: MessageForm, field: 'title' | 'text'): MessageProblem[] {
  const words = form[field].trim()
  if (words === '') return [{ field, problem: 'required' }]
  if (words.length > LONGEST_MESSAGE[field]) return [{ field, problem: 'tooLong', count: LONGEST_MESSAGE[field] }]
  return UNSHOWN[field].test(words) ? [{ field, problem: 'signs' }] : []
}

function linkProblems({ url }: MessageForm, origin: string): MessageProblem[] {
  if (url === '') return [{ field: 'url', problem: 'required' }]
  if (url.length > LONGEST_MESSAGE.url) return [{ field: 'url', problem: 'tooLong', count: LONGEST_MESSAGE.url }]
  return safeLink(url, origin) === undefined ? [{ field: 'url', problem: 'link' }] : []
}

/** A minute is nothing: so long it may take to press the button. */
function timeProblems({ send_at: at }: MessageForm, now: Date): MessageProblem[] {
  if (at === null) return []
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return [{ field: 'send_at', problem: 'time' }]
  if (ms < now.getTime() - MINUTE_MS) return [{ field: 'send_at', problem: 'past' }]
  return ms > now.getTime() + YEAR_MS ? [{ field: 'send_at', problem: 'tooLate' }] : []
}
