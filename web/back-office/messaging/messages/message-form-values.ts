import type { Message } from '#contract/messaging/messages.ts'
import type { MessageForm, MessageProblem } from '#domain/messaging/message-form.ts'
import { messageProblems } from '#domain/messaging/message-form.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { isDay } from '#domain/stores/store-form.ts'
import { readTimeOfDay } from '#domain/time-of-day.ts'
import { instantOf } from '#domain/zoned-time.ts'

/** A message as typed. `when`: `now` or `later`; the day and the time are in the shop's time zone. */
export type MessageFormValues = {
  title: string
  text: string
  url: string
  language_id: string
  when: string
  send_at: string
  send_at_time: string
}

export const EMPTY_DRAFT: MessageFormValues = {
  title: '',
  text: '',
  url: '',
  language_id: '',
  when: 'now',
  send_at: '',
  send_at_time: '',
}

/** The initial values of a copy, to be sent now by default. */
export const copyOf = ({ title, text, url, language_id: id }: Message): MessageFormValues => ({
  ...EMPTY_DRAFT,
  title,
  text,
  url,
  language_id: String(id),
})

/** Null for now; '' for an invalid day or time, which isn't a valid instant either. */
function instantIn({ when, send_at: day, send_at_time: typed }: MessageFormValues): string | null {
  if (when !== 'later') return null
  const time = readTimeOfDay(typed)
  if (!isDay(day) || time === undefined) return ''
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(instantOf(day, hours * 60 + minutes, SHOP_TIME_ZONE)).toISOString()
}

/** The typed message as it is sent. */
export const formOf = (draft: MessageFormValues): MessageForm => ({
  title: draft.title.trim(),
  text: draft.text.trim(),
  url: draft.url.trim(),
  send_at: instantIn(draft),
})

/** What is wrong with the draft, in the order of the fields; at most one problem per field. */
export function formProblems(
  draft: MessageFormValues,
  { now, origin }: { now: Date; origin: string },
): MessageProblem[] {
  const found = messageProblems(formOf(draft), { now, origin }).filter(({ field }) => field !== 'send_at')
  return [
    ...(draft.language_id === '' ? [{ field: 'language_id', problem: 'required' } as const] : []),
    ...found,
    ...(draft.when === 'later' ? timeProblems(draft, { now, origin }) : []),
  ]
}

function timeProblems(draft: MessageFormValues, place: { now: Date; origin: string }): MessageProblem[] {
  const { send_at: day, send_at_time: time } = draft
  if (day === '') return [{ field: 'send_at', problem: 'required' }]
  if (!isDay(day)) return [{ field: 'send_at', problem: 'time' }]
  if (time.trim() === '') return [{ field: 'send_at_time', problem: 'required' }]
  if (readTimeOfDay(time) === undefined) return [{ field: 'send_at_time', problem: 'time' }]
  return messageProblems(formOf(draft), place).filter(({ field }) => field === 'send_at')
}
