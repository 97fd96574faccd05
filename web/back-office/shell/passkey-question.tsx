import { useEffect, useSyncExternalStore } from 'react'
import { onPasskeyQuestion, passkeyQuestion } from '#web/kit/api/passkey-question.ts'
import { onPersonGone } from '#web/kit/session/person-gone.ts'
import { adminPart } from '#web/kit/app-update/admin-part.ts'

const { Part: PasskeyDialog } = adminPart(
  async () => (await import('#web/back-office/accounts/passkeys/passkey-dialog.tsx')).PasskeyDialog,
)

/** Over every admin page: asks for the passkey when a call was refused without it. The call waits meanwhile. */
export function PasskeyQuestion() {
  const question = useSyncExternalStore(onPasskeyQuestion, passkeyQuestion)
  useEffect(() => onPersonGone(() => passkeyQuestion()?.answer(false)), [])
  return question && <PasskeyDialog {...question} />
}
