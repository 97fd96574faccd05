import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLanguageChange } from '#web/kit/i18n/speech.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { applyFallbackLanguage, chooseLanguage } from '#web/kit/i18n/i18n.ts'
import { useUnsentLanguage } from './use-unsent-language.ts'

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
