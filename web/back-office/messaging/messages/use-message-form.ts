import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { newKey } from '#web/back-office/stock/stock-work/draft-store.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { draftProblems, formOf, type MessageDraft } from './message-draft.ts'
import { describeProblems, inWords } from './message-words.ts'

/** An error that shows no notice: the admin cancelled, or the failure was already shown. */
const silence = () => new DOMException('', 'AbortError')

/** A confirmation before a message is sent: the draft, and the callback for the answer. */
export interface SendQuestion {
  draft: MessageDraft
  answer: (isMeant: boolean) => void
}

function useQuestion() {
  const [question, setQuestion] = useState<SendQuestion>()
  const ask = (draft: MessageDraft) =>
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
function useSending(ask: (draft: MessageDraft) => Promise<boolean>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const key = useRef<string>(undefined)
  return async (draft: MessageDraft) => {
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
export function useMessageForm({ values, onSent }: { values: MessageDraft; onSent: () => void }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const { question, ask } = useQuestion()
  const send = useSending(ask)
  const form = useRecordForm<MessageDraft, Message>({
    values,
    check: typed => draftProblems(typed, { now: new Date(), origin: location.origin }).map(one => inWords(t, one)),
    describe: told => describeProblems(told, t),
    save: send,
    read: () => ({ values, revision: undefined }),
    onSaved: saved => {
      const text = t(saved.state === 'scheduled' ? 'messages.scheduledDone' : 'messages.sentDone')
      notify({ id: 'saved', severity: 'success', text })
      void cache.invalidateQueries({ queryKey: queryKeyOf(messages.list) })
      onSent()
    },
  })
  return { form, question }
}
export type MessageFormControl = ReturnType<typeof useMessageForm>['form']
