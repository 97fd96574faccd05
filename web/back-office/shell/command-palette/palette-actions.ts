import { REPORT_NAMES } from '#domain/administration/reports.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { SECTIONS, sectionPath } from '#web/back-office/kit/settings-nav.tsx'
import { ADMIN_DRAWER_MORE_PATHS, ADMIN_DRAWER_PATHS } from '#web/back-office/shell/admin-sections.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { PATHS } from '#web/kit/paths.ts'
import { KEYWORDS } from './keywords.ts'
import { splitWords } from './match-words.ts'

/** A place that is the same for every shop. `path`: an address of the back office. */
export type PaletteAction = { id: string; label: string; path: string; keywords: string | undefined }

const withKeywords = ({ id, ...action }: Omit<PaletteAction, 'keywords'>): PaletteAction => ({
  id,
  ...action,
  keywords: KEYWORDS[id],
})

/** What can be begun from anywhere, the pages, and their parts. */
export function listActions(t: Translate): { actions: PaletteAction[]; pages: PaletteAction[] } {
  const actions = [
    { id: 'new-product', label: t('palette.newProduct'), path: PATHS.productCreate },
    { id: 'new-supplier', label: t('palette.newSupplier'), path: PATHS.supplierCreate },
    { id: 'new-message', label: t('palette.newMessage'), path: PATHS.messageCreate },
    { id: 'new-store', label: t('palette.newStore'), path: PATHS.storeCreate },
    { id: 'store-hours', label: t('sharedHours.title'), path: PATHS.storeHours },
    { id: 'new-event', label: t('palette.newEvent'), path: PATHS.preorderEventCreate },
    { id: 'import', label: t('palette.import'), path: `${PATHS.products}?import=` },
    { id: 'photos', label: t('productPhotos.title'), path: PATHS.productPhotos },
    { id: 'grid', label: t('palette.grid'), path: PATHS.productGrid },
    { id: 'groups', label: t('groups.title'), path: PATHS.productGroups },
    { id: 'labels', label: t('palette.labels'), path: `${PATHS.products}?labels=all` },
    { id: 'labels-to-print', label: t('palette.labelsToPrint'), path: `${PATHS.products}?shelf_label=due` },
    { id: 'stock-work', label: t('palette.stockWork'), path: PATHS.stock },
    { id: 'deliveries', label: t('stock.deliveries'), path: `${PATHS.stock}?deliveries=all` },
    { id: 'mark-today', label: t('redLabels.title'), path: `${PATHS.stock}?mark=today` },
    { id: 'stock-takes', label: t('palette.stockTakes'), path: `${PATHS.stock}?take=all` },
    { id: 'refund', label: t('palette.refund'), path: PATHS.orders },
    { id: 'setup', label: t('adminHome.checklist'), path: PATHS.setup },
    { id: 'passkeys', label: t('adminHome.status.passkey'), path: PATHS.passkeys },
  ]
  const pages = [...ADMIN_DRAWER_PATHS, ...ADMIN_DRAWER_MORE_PATHS].map(path => ({
    id: `go${path}`,
    label: t(`links.${path}`),
    path,
  }))
  const settings = SECTIONS.map(section => ({
    id: `settings-${section}`,
    label: `${t('links./settings')}: ${t(`settings.sections.${section}`)}`,
    path: sectionPath(section),
  }))
  const reports = REPORT_NAMES.map(name => ({
    id: `report-${name}`,
    label: `${t('links./reports')}: ${t(`reports.name.${name}`)}`,
    path: `${PATHS.reports}?report=${name}`,
  }))
  return { actions: actions.map(withKeywords), pages: [...pages, ...settings, ...reports].map(withKeywords) }
}

const DAYS_BACK: Readonly<Record<string, number>> = { today: 0, tänään: 0, idag: 0, yesterday: 1, eilen: 1, igår: 1 }
const DAY_WORDS = new Map(Object.entries(DAYS_BACK).map(([word, back]) => [splitWords(word)[0], back]))

/** The lists that may be opened at a day, each with the address's parameters for it. */
const AT_DAY: Readonly<Record<string, (day: string) => string>> = {
  'go/visitors-log': day => `date=${day}`,
  'go/orders': day => `from=${day}&until=${day}`,
}

/** The day that a word of the typed text names, and the other words: "visitors yesterday". `today`: as 2026-11-30. */
export function splitDay(typed: string, today: string): { words: string; day: string | undefined } {
  const all = splitWords(typed)
  const word = all.find(each => DAY_WORDS.has(each))
  if (word === undefined || all.length === 1) return { words: typed, day: undefined }
  return { words: all.filter(each => each !== word).join(' '), day: plusDays(today, -(DAY_WORDS.get(word) ?? 0)) }
}

/** The action at this day; undefined for a page that has no days. */
export function atDay(
  action: PaletteAction,
  { day, label }: { day: string; label: string },
): PaletteAction | undefined {
  const toParams = AT_DAY[action.id]
  return toParams && { ...action, label: `${action.label}: ${label}`, path: `${action.path}?${toParams(day)}` }
}
