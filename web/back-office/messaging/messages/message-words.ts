import type { Translate } from '#web/kit/i18n/translate.ts'
import type { Message, MessageState } from '#contract/messaging/messages.ts'
import { MESSAGE_PROBLEMS, type MessageProblem } from '#domain/messaging/message-form.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { useLanguages } from '#web/kit/languages/queries.ts'

export const MESSAGE_FIELDS = ['title', 'text', 'url', 'language_id', 'when', 'send_at', 'send_at_time'] as const

export function fieldLabel(field: string, t: Translate): string {
  const known = MESSAGE_FIELDS.find(each => each === field)
  return known ? t(`messages.fields.${known}`) : field
}

export const STATE_TONES = {
  scheduled: 'attention',
  sending: 'open',
  sent: 'closed',
  cancelled: 'danger',
} as const satisfies Record<MessageState, string>

/** When the message is due, was sent, or was cancelled. */
export const momentText = ({ send_at: due, sent_at: sent, cancelled_at: cancelled }: Message) =>
  shopTimeText(cancelled ?? sent ?? due)

export const languageName = (languages: ReturnType<typeof useLanguages>, id: number | string) =>
  languages.find(language => String(language.id) === String(id))?.name ?? ''

/** A problem as a text; the link's texts come from the specification. */
export function inWords(t: Translate, { field, problem, count }: MessageProblem): FormProblem {
  if (problem === 'tooLong') return { field, text: t('form.maxLength', { count: count ?? 0 }) }
  if (problem !== 'required') return { field, text: t(`messages.problems.${problem}`) }
  return { field, text: field === 'url' ? t('messages.urlRequired') : t('form.requiredField') }
}

const isProblem = (given: unknown): given is MessageProblem =>
  typeof given === 'object' &&
  given !== null &&
  'field' in given &&
  'problem' in given &&
  typeof given.field === 'string' &&
  MESSAGE_PROBLEMS.some(known => known === given.problem)

// Problems of no particular field are shown at the first.
const fieldOf = (field: string) => (MESSAGE_FIELDS.some(known => known === field) ? field : MESSAGE_FIELDS[0])

/** The `problems` of a form.invalid. */
export const describeProblems = (told: unknown, t: Translate): FormProblem[] =>
  Array.isArray(told) ? told.filter(isProblem).map(one => inWords(t, { ...one, field: fieldOf(one.field) })) : []
