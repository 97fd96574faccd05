import { useNavigate } from 'react-router'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { dayText } from '#domain/format/day-text.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { KEYWORDS } from './keywords.ts'
import { searchEntries } from './match-words.ts'
import { atDay, listActions, type PaletteAction, splitDay } from './palette-actions.ts'
import { findChosen, type PaletteChoice } from './palette-choices.ts'
import { useGuideSearch } from './use-guide-search.ts'
import { openOfficeView } from './use-office-keys.ts'
import { type PaletteEntry, type PaletteGroup, useRecordSearch } from './use-record-search.ts'

/** What the palette needs of the signed-in user. */
export type PaletteAccount = {
  language: string
  languages: readonly { code: string; name: string }[]
  onLanguage: (code: string) => void
  onLogout: () => void
}

const MAX_RECENT = 4

/** The actions and pages available from anywhere, of those that the user may open. */
function useActions({ language, languages, onLanguage, onLogout }: PaletteAccount, day: string | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useMay()
  const mayOpen = useMayOpen()
  const { actions, pages } = listActions(t)
  const isOpen = ({ id, path }: PaletteAction) => mayOpen(path) && (id !== 'import' || may(productImports.check))
  const toEntry = ({ path, ...action }: PaletteAction) => ({ ...action, act: () => void navigate(path) })
  const toEntries = (all: readonly PaletteAction[]) => all.filter(isOpen).map(toEntry)
  if (day !== undefined) {
    const lists = pages.flatMap(page => atDay(page, { day, label: dayText(day) }) ?? [])
    return { actions: [], pages: toEntries(lists) }
  }
  return {
    actions: [
      ...toEntries(actions),
      ...languages
        .filter(({ code }) => code !== language)
        .map(({ code, name }) => ({
          id: `language-${code}`,
          label: t('palette.language', { language: name }),
          keywords: KEYWORDS['settings-languages'],
          act: () => onLanguage(code),
        })),
      { id: 'keys', label: t('keys.title'), keywords: KEYWORDS['keys'], act: () => openOfficeView('keys') },
      { id: 'logout', label: t('palette.logout'), keywords: KEYWORDS['logout'], act: onLogout },
    ],
    pages: toEntries(pages),
  }
}

/**
 * The palette's groups for the typed words: what this person chose after such words, actions and pages at once, records when the
 * server responds, and the guide's sections last.
 */
export function usePaletteGroups(typed: string, account: PaletteAccount, choices: readonly PaletteChoice[]) {
  const { t } = useTranslation()
  const { words, day } = splitDay(typed, todayAt(SHOP_TIME_ZONE))
  const { actions, pages } = useActions(account, day)
  const { groups: records, isSearching, isFailed } = useRecordSearch(typed)
  const guide = useGuideSearch(typed)
  const all: PaletteEntry[] = [...actions, ...pages]
  const recent = findChosen(choices, typed)
    .flatMap(id => all.find(entry => entry.id === id) ?? [])
    .slice(0, MAX_RECENT)
  const without = <Entry extends PaletteEntry>(entries: readonly Entry[]) =>
    entries.filter(entry => !recent.includes(entry))
  const groups: PaletteGroup[] = [
    { label: t('palette.recent'), entries: recent },
    { label: t('palette.actions'), entries: without(searchEntries(actions, words)) },
    { label: t('palette.goTo'), entries: without(searchEntries(pages, words)) },
    ...records,
    guide,
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching, isFailed }
}

/** Whether a choice of this entry is remembered: records change, and their words may be a person's name. */
export const isLasting = ({ id }: PaletteEntry): boolean => id in KEYWORDS || id.startsWith('report-')
