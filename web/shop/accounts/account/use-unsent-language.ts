import { users } from '#contract/accounts/users.ts'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { ApiError } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { onPersonGone } from '#web/kit/session/person-gone.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import {
  eraseUnsentLanguage,
  forgetUnsentLanguage,
  subscribeToUnsentLanguage,
  unsentLanguage,
} from './unsent-language.ts'

/** No response, or one that isn't a refusal: the language is sent again at the next chance. */
const mayBeSentAgain = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500)

/** The language that the user chose here while the server has not received it; it is sent as soon as possible. */
export function useUnsentLanguage(): number | undefined {
  const { user, keepUser } = useSession()
  const tellFailure = useFailureNotice()
  const isOnline = useOnline()
  const userId = user?.id
  const languageId = useSyncExternalStore(subscribeToUnsentLanguage, () => unsentLanguage(userId))
  const send = useEffectEvent(async (sender: number, chosen: number) => {
    try {
      await keepUser(await callApi(users.update, { body: { language_id: chosen } }))
      forgetUnsentLanguage(sender, chosen)
    } catch (error) {
      if (mayBeSentAgain(error)) return
      forgetUnsentLanguage(sender, chosen)
      tellFailure(error)
    }
  })
  useEffect(() => {
    if (isOnline && userId !== undefined && languageId !== undefined) void send(userId, languageId)
  }, [isOnline, userId, languageId])
  useEffect(() => onPersonGone(eraseUnsentLanguage), [])
  return languageId
}
