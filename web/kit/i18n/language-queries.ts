import { useQuery } from '@tanstack/react-query'
import { languages } from '#contract/languages.ts'
import type { LanguageCode } from '#contract/values.ts'
import { rememberedQueryFor } from '#web/kit/api/query-for.ts'

/** The languages of the interface; the first is the fallback. Fetched at each start; offline, the last or built-in ones. */
const languagesQuery = {
  ...rememberedQueryFor(languages.list),
  staleTime: ({ state }: { state: { dataUpdateCount: number } }) => (state.dataUpdateCount === 0 ? 0 : Infinity),
  meta: { isBackground: true },
}

type OfferedLanguage = { id?: number; code: LanguageCode; name: string }

const BUILT_IN: readonly OfferedLanguage[] = [
  { code: 'en', name: 'English' },
  { code: 'fi', name: 'Suomi' },
  { code: 'sv', name: 'Svenska' },
]

export const useLanguages = (): readonly OfferedLanguage[] => useQuery(languagesQuery).data ?? BUILT_IN
