import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { users } from '#contract/accounts/users.ts'
import { ApiError } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { applyFallbackLanguage, chooseLanguage } from '#web/kit/i18n/i18n.ts'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { onLanguageChange } from '#web/kit/i18n/speech.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { onPersonGone } from '#web/kit/session/remembered-user.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import {
  eraseUnsentLanguage,
  forgetUnsentLanguage,
  subscribeToUnsentLanguage,
  unsentLanguage,
} from './unsent-language.ts'

/** Switches to the user's language once the user is known, and refetches the server's texts after each change. */
export function useInterfaceLanguage(): void {
  const client = useQueryClient()
  const { user } = useSession()
  const languages = useLanguages()
  const languageId = useUnsentLanguage() ?? user?.language_id
  const userLanguage = languages.find(({ id }) => id !== undefined && id === languageId)?.code
  const fallback = languages[0]?.code
  useEffect(() => {
    // Without a network another language may not be available: then the current one stays.
    if (userLanguage) chooseLanguage(userLanguage).catch(() => undefined)
    else if (fallback) applyFallbackLanguage(fallback).catch(() => undefined)
  }, [userLanguage, fallback])
  useEffect(() => {
    const isSpoken = { predicate: ({ queryKey: [first] }: Query) => first !== sessionQuery.queryKey[0] }
    const refresh = async () => {
      // A first response still pending would be in the old language.
      await client.cancelQueries(isSpoken)
      await client.invalidateQueries(isSpoken)
    }
    return onLanguageChange(() => void refresh())
  }, [client])
}

/** No response, or one that isn't a refusal: the language is sent again at the next chance. */
const mayBeSentAgain = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500)

/** The language that the user chose here while the server has not received it; it is sent as soon as possible. */
function useUnsentLanguage(): number | undefined {
  const { user, storeUser } = useSession()
  const notifyFailure = useFailureNotice()
  const isOnline = useOnline()
  const userId = user?.id
  const languageId = useSyncExternalStore(subscribeToUnsentLanguage, () => unsentLanguage(userId))
  const send = useEffectEvent(async (sender: number, chosen: number) => {
    try {
      await storeUser(await callApi(users.update, { body: { language_id: chosen } }))
      forgetUnsentLanguage(sender, chosen)
    } catch (error) {
      if (mayBeSentAgain(error)) return
      forgetUnsentLanguage(sender, chosen)
      notifyFailure(error)
    }
  })
  useEffect(() => {
    if (isOnline && userId !== undefined && languageId !== undefined) void send(userId, languageId)
  }, [isOnline, userId, languageId])
  useEffect(() => onPersonGone(eraseUnsentLanguage), [])
  return languageId
}
