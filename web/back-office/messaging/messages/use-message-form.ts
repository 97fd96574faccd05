import { useRef, useState } from 'react'
import { type Message, messages, type MessageState } from '#contract/messaging/messages.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'
import { MESSAGE_PROBLEMS, type MessageProblem } from '#domain/messaging/message-form.ts'
import { fieldNames } from '#domain/record-fields.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { newKey } from '#web/kit/api/new-key.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { fieldProblems, problemsAmong } from '#web/kit/forms/record-fields.ts'
import { FORM_LANGUAGES, LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { toInput, formProblems, type MessageFormValues } from './message-form-values.ts'

/** An error that shows no notice: the admin cancelled, or the failure was already shown. */
const silentAbort = () => new DOMException('', 'AbortError')

/** A confirmation before a message is sent: the draft, and the callback for the answer. */
export type SendQuestion = {
  draft: MessageFormValues
  answer: (isMeant: boolean) => void
}

function useQuestion() {
  const [question, setQuestion] = useState<SendQuestion>()
  const requestConfirmation = (draft: MessageFormValues) =>
    new Promise<boolean>(resolve => {
      const answer = (isMeant: boolean) => {
        setQuestion(undefined)
        resolve(isMeant)
      }
      setQuestion({ draft, answer })
    })
  return { question, requestConfirmation }
}

/** Sends a draft after a confirmation. A retry after a lost response sends nothing twice: the key stays the same. */
function useSending(requestConfirmation: (draft: MessageFormValues) => Promise<boolean>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const key = useRef<string>(undefined)
  return async (draft: MessageFormValues) => {
    if (!(await requestConfirmation(draft))) throw silentAbort()
    key.current ??= newKey()
    try {
      return await callApi(messages.send, { body: { key: key.current, ...toInput(draft) } })
    } catch (error) {
      if (hasCode(error, 'form.invalid')) throw error
      notify({ id: 'save-failed', severity: 'error', text: t('messages.sendError') })
      throw silentAbort()
    }
  }
}

/** The day and the time of sending are typed apart. */
const { send_at: _sendAt, ...TYPED_AS_SENT } = MESSAGE_FIELDS

/** The form of a message. `question` is the confirmation before it is sent. */
export function useMessageForm({ values, onSent }: { values: MessageFormValues; onSent: () => void }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { question, requestConfirmation } = useQuestion()
  const send = useSending(requestConfirmation)
  const form = useRecordForm<MessageFormValues, Message>({
    values,
    check: typed => [
      ...formProblems(typed, { now: new Date(), origin: location.origin }).map(one => toFormProblem(t, one)),
      ...fieldProblems(TYPED_AS_SENT, typed, { t }),
    ],
    describe: problems => describeProblems(problems, t),
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

export const MESSAGE_TEXT_PARTS = ['title', 'text'] as const
const TEXT_FIELDS = FORM_LANGUAGES.flatMap(code =>
  MESSAGE_TEXT_PARTS.map(part => ({ field: `${part}.${code}` as const, part, code })),
)
export const OTHER_MESSAGE_FIELDS = [...fieldNames(MESSAGE_FIELDS), 'when', 'send_at_time', 'stores'] as const

export function fieldLabel(field: string, t: Translate): string {
  const text = TEXT_FIELDS.find(each => each.field === field)
  if (text) return `${t(`messages.fields.${text.part}`)} (${LANGUAGE_NAMES[text.code]})`
  const messageField = OTHER_MESSAGE_FIELDS.find(each => each === field)
  return messageField ? t(`messages.fields.${messageField}`) : field
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

/** A problem as a text; the link's texts come from the specification. */
function toFormProblem(t: Translate, { field: reported, problem, count }: MessageProblem): FormProblem {
  const field = toFieldName(reported)
  if (problem === 'tooLong') return { field, text: t('form.maxLength', { count: count ?? 0 }) }
  if (problem !== 'required') return { field, text: t(`messages.problems.${problem}`) }
  return { field, text: field === 'url' ? t('messages.urlRequired') : t('form.requiredField') }
}

// Problems of no particular field are shown at the first.
const toFieldName = (field: string) => {
  const isKnown = [...TEXT_FIELDS.map(text => text.field), ...OTHER_MESSAGE_FIELDS].some(each => each === field)
  return isKnown ? field : (TEXT_FIELDS[0]?.field ?? field)
}

/** The `problems` of a form.invalid. */
const describeProblems = (problems: unknown, t: Translate): FormProblem[] =>
  problemsAmong<MessageProblem>(problems, MESSAGE_PROBLEMS).map(one => toFormProblem(t, one))
