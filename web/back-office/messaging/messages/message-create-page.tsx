import { useNavigate, useSearchParams } from 'react-router'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { MessageForm } from './message-form.tsx'
import { useMessage } from './queries.ts'

/** A new message, empty or copied from the one whose id is in the address. */
export function MessageCreatePage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const copiedId = params.get('copy') ?? ''
  const copied = useMessage(copiedId)
  if (copiedId !== '' && copied === undefined) return <RecordLoading />
  return <MessageForm key={copiedId} copied={copied} onSent={() => void navigate(PATHS.messages, { replace: true })} />
}
