import type { Message } from '#contract/messaging/messages.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'
import { type MessageForm, type MessageProblem, messageProblems } from '#domain/messaging/message-form.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { toInstant, readTimeOfDay } from '#domain/zoned-time.ts'
import { newTypedRecord, recordIn, type TypedRecord, typedRecord } from '#web/kit/forms/record-fields.ts'
import { FORM_LANGUAGES, type FormLanguage } from '#web/kit/forms/texts.ts'

/**
 * A message as typed, its title and text in each language. `when`: `now` or `later`; the day and the time are in the shop's time
 * zone.
 */
export type MessageFormValues = { [Field in `${'title' | 'text'}.${FormLanguage}`]: string } & TypedRecord<
  typeof MESSAGE_FIELDS
> & {
    when: string
    send_at_time: string
    /** The ids of stores, with commas; empty: to all. */
    stores: string
  }

export const EMPTY_DRAFT: MessageFormValues = {
  'title.fi': '',
  'text.fi': '',
  'title.sv': '',
  'text.sv': '',
  'title.en': '',
  'text.en': '',
  ...newTypedRecord(MESSAGE_FIELDS),
  when: 'now',
  send_at_time: '',
  stores: '',
}

/** The initial values of a copy, to be sent now by default. */
export const copyValues = ({ texts, ...message }: Message): MessageFormValues =>
  texts.reduce(
    (values, { language, title, text }) => ({ ...values, [`title.${language}`]: title, [`text.${language}`]: text }),
    {
      ...EMPTY_DRAFT,
      ...typedRecord(MESSAGE_FIELDS, message),
      send_at: '',
      stores: joinStoreIds(message.store_ids ?? []),
    },
  )

export const parseStoreIds = (typed: string): number[] => typed.split(',').filter(Boolean).map(Number)
export const joinStoreIds = (ids: readonly number[]): string => ids.join(',')

const textIn = (draft: MessageFormValues, code: FormLanguage) => ({
  title: draft[`title.${code}`].trim(),
  text: draft[`text.${code}`].trim(),
})

/** Whether nothing was typed in a language: then it is sent to no one in it. */
export const isUnwritten = (draft: MessageFormValues, code: FormLanguage): boolean => {
  const { title, text } = textIn(draft, code)
  return title === '' && text === ''
}

/** Null for now; '' for an invalid day or time, which isn't a valid instant either. */
function instantIn({ when, send_at: day, send_at_time: typed }: MessageFormValues): string | null {
  if (when !== 'later') return null
  const time = readTimeOfDay(typed)
  if (!isDay(day) || time === undefined) return ''
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(toInstant(day, hours * 60 + minutes, SHOP_TIME_ZONE)).toISOString()
}

/** The typed message as it is sent. */
export const toInput = (draft: MessageFormValues) =>
  ({
    texts: Object.fromEntries(
      FORM_LANGUAGES.filter(code => !isUnwritten(draft, code)).map(code => [code, textIn(draft, code)]),
    ),
    ...recordIn(MESSAGE_FIELDS, draft),
    send_at: instantIn(draft),
    store_ids: draft.stores === '' ? null : parseStoreIds(draft.stores),
  }) satisfies MessageForm & { store_ids: number[] | null }

/** What is wrong with the draft, in the order of the fields; at most one problem per field. */
export function formProblems(
  draft: MessageFormValues,
  { now, origin }: { now: Date; origin: string },
): MessageProblem[] {
  return [
    ...messageProblems(toInput(draft), { now, origin }).filter(({ field }) => field !== 'send_at'),
    ...(draft.when === 'later' ? timeProblems(draft, { now, origin }) : []),
  ]
}

function timeProblems(draft: MessageFormValues, place: { now: Date; origin: string }): MessageProblem[] {
  const { send_at: day, send_at_time: time } = draft
  if (day === '') return [{ field: 'send_at', problem: 'required' }]
  if (!isDay(day)) return [{ field: 'send_at', problem: 'time' }]
  if (time.trim() === '') return [{ field: 'send_at_time', problem: 'required' }]
  if (readTimeOfDay(time) === undefined) return [{ field: 'send_at_time', problem: 'time' }]
  return messageProblems(toInput(draft), place).filter(({ field }) => field === 'send_at')
}
