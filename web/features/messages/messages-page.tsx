import { useNavigate, useSearchParams } from 'react-router'
import { RecordLoading } from '#web/features/forms/record-loading.tsx'
import { PATHS } from '#web/paths.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { useMessage } from './queries.ts'

/** The promotional messages; with `new` in the address one that is being written, empty or as an earlier one says. */
export function MessagesPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const copiedId = params.get('new')
  const copied = useMessage(copiedId ?? '')
  if (copiedId === null) return <MessageList />
  if (copiedId !== '' && copied === undefined) return <RecordLoading />
  return <MessageForm key={copiedId} copied={copied} onSent={() => void navigate(PATHS.messages, { replace: true })} />
}
