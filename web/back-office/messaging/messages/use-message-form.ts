import { useRef, useState } from 'react'
import { type Message, messages, type MessageState } from '#contract/messaging/messages.ts'
import {
  MESSAGE_PROBLEMS,
  type MessageProblem,
  type MessageForm,
  messageProblems,
} from '#domain/messaging/message-form.ts'
import { shopTimeText, SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { isDay } from '#domain/stores/store-form.ts'
import { readTimeOfDay, instantOf } from '#domain/zoned-time.ts'
import { newKey } from '#web/back-office/stock/stock-work/use-stock-work.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { problemsAmong } from '#web/kit/forms/record-fields.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { useLanguages } from '#web/kit/i18n/language-queries.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** An error that shows no notice: the admin cancelled, or the failure was already shown. */
const silence = () => new DOMException('', 'AbortError')

/** A confirmation before a message is sent: the draft, and the callback for the answer. */
export type SendQuestion = {
  draft: MessageFormValues
  answer: (isMeant: boolean) => void
}

function useQuestion() {
  const [question, setQuestion] = useState<SendQuestion>()
  const ask = (draft: MessageFormValues) =>
    new Promise<boolean>(resolve => {
      const answer = (isMeant: boolean) => {
        setQuestion(undefined)
        resolve(isMeant)
      }
      setQuestion({ draft, answer })
    })
  return { question, ask }
}

/** Sends a draft after a confirmation. A retry after a lost response sends nothing twice: the key stays the same. */
function useSending(ask: (draft: MessageFormValues) => Promise<boolean>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const key = useRef<string>(undefined)
  return async (draft: MessageFormValues) => {
    if (!(await ask(draft))) throw silence()
    key.current ??= newKey()
    try {
      const body = { key: key.current, ...formOf(draft), language_id: Number(draft.language_id) }
      return await callApi(messages.send, { body })
    } catch (error) {
      if (hasCode(error, 'form.invalid')) throw error
      notify({ id: 'save-failed', severity: 'error', text: t('messages.sendError') })
      throw silence()
    }
  }
}

/** The form of a message. `question` is the confirmation before it is sent. */
export function useMessageForm({ values, onSent }: { values: MessageFormValues; onSent: () => void }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { question, ask } = useQuestion()
  const send = useSending(ask)
  const form = useRecordForm<MessageFormValues, Message>({
    values,
    check: typed => formProblems(typed, { now: new Date(), origin: location.origin }).map(one => inWords(t, one)),
    describe: told => describeProblems(told, t),
    save: send,
    read: () => ({ values, revision: undefined }),
    onSaved: saved => {
      const text = t(saved.state === 'scheduled' ? 'messages.scheduledDone' : 'messages.sentDone')
      notify({ id: 'saved', severity: 'success', text })
      onSent()
    },
  })
  return { form, question }
}
export type MessageFormControl = ReturnType<typeof useMessageForm>['form']

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
function inWords(t: Translate, { field, problem, count }: MessageProblem): FormProblem {
  if (problem === 'tooLong') return { field, text: t('form.maxLength', { count: count ?? 0 }) }
  if (problem !== 'required') return { field, text: t(`messages.problems.${problem}`) }
  return { field, text: field === 'url' ? t('messages.urlRequired') : t('form.requiredField') }
}

// Problems of no particular field are shown at the first.
const fieldOf = (field: string) => (MESSAGE_FIELDS.some(known => known === field) ? field : MESSAGE_FIELDS[0])

/** The `problems` of a form.invalid. */
const describeProblems = (told: unknown, t: Translate): FormProblem[] =>
  problemsAmong<MessageProblem>(told, MESSAGE_PROBLEMS).map(one => inWords(t, { ...one, field: fieldOf(one.field) }))

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
