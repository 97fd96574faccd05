import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import {
  getGuideLanguage,
  getGuideTitle,
  type GuideSection,
  guideSectionsQuery,
} from '#web/back-office/kit/guide/guide-files.ts'
import { guidePath } from '#web/back-office/kit/guide/guide-pages.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { hasWords, splitWords } from './match-words.ts'
import type { PaletteGroup } from './use-record-search.ts'

const MIN_LETTERS = 3
const MAX_SECTIONS = 3

/** The sections about the typed words: those with the words in the heading first. */
export function findSections(sections: readonly GuideSection[], typed: string): GuideSection[] {
  const words = splitWords(typed)
  const byTitle = sections.filter(({ title }) => hasWords(splitWords(title), words))
  const byText = sections.filter(
    section => !byTitle.includes(section) && hasWords(splitWords(`${section.title} ${section.text}`), words),
  )
  return [...byTitle, ...byText].slice(0, MAX_SECTIONS)
}

/** The guide's sections about the typed words. The guide is loaded with the first words. */
export function useGuideSearch(words: string): PaletteGroup {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const language = getGuideLanguage(i18n.language)
  const isAsked = words.length >= MIN_LETTERS
  const { data } = useQuery({ ...guideSectionsQuery(language), enabled: isAsked, meta: { isBackground: true } })
  const found = isAsked && data ? findSections(data, words) : []
  return {
    label: t('links./guide'),
    entries: found.map(({ page, anchor, title }) => ({
      id: `guide-${page}-${anchor}`,
      label: title,
      detail: getGuideTitle(page, language),
      act: () => void navigate(guidePath(page, anchor)),
    })),
  }
}
