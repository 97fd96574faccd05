import { useNavigate } from 'react-router'
import { SECTIONS, sectionPath } from '#web/back-office/administration/settings/settings-nav.tsx'
import { ADMIN_DRAWER_MORE_PATHS, ADMIN_DRAWER_PATHS } from '#web/back-office/shell/admin-sections.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useFoundRecords } from './use-found-records.ts'
import { showOfficeView } from './use-office-keys.ts'

/** An entry of the palette. */
export type PaletteEntry = {
  id: string
  label: string
  detail?: string | undefined
  act: () => void
}

export type PaletteGroup = {
  label: string
  entries: readonly PaletteEntry[]
}

/** What the palette needs of the signed-in admin. */
export type PaletteAccount = {
  language: string
  languages: readonly { code: string; name: string }[]
  onLanguage: (code: string) => void
  onLogout: () => void
}

const plain = (text: string) => text.toLocaleLowerCase('fi')

/** Whether every word is the beginning of a word of the label. */
function fits(label: string, words: string): boolean {
  const ofLabel = plain(label).split(/[^\p{L}\p{N}]+/u)
  return plain(words)
    .split(/\s+/)
    .every(word => ofLabel.some(other => other.startsWith(word)))
}

/** The actions and pages available from anywhere. */
function useActions({ language, languages, onLanguage, onLogout }: PaletteAccount): readonly PaletteGroup[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const lead = (id: string, label: string, path: string): PaletteEntry => ({
    id,
    label,
    act: () => void navigate(path),
  })
  return [
    {
      label: t('palette.actions'),
      entries: [
        lead('new-product', t('palette.newProduct'), PATHS.productCreate),
        lead('new-supplier', t('palette.newSupplier'), PATHS.supplierCreate),
        lead('new-message', t('palette.newMessage'), PATHS.messageCreate),
        lead('new-store', t('palette.newStore'), PATHS.storeCreate),
        lead('new-event', t('palette.newEvent'), PATHS.preorderEventCreate),
        lead('import', t('palette.import'), `${PATHS.products}?import=`),
        lead('groups', t('groups.title'), PATHS.productGroups),
        lead('labels', t('palette.labels'), `${PATHS.products}?labels=all`),
        lead('stock-work', t('palette.stockWork'), PATHS.stock),
        lead('stock-takes', t('palette.stockTakes'), `${PATHS.stock}?take=all`),
        lead('refund', t('palette.refund'), PATHS.orders),
        lead('setup', t('adminHome.checklist'), PATHS.setup),
        lead('passkeys', t('adminHome.status.passkey'), PATHS.passkeys),
        ...languages
          .filter(({ code }) => code !== language)
          .map(({ code, name }) => ({
            id: `language-${code}`,
            label: t('palette.language', { language: name }),
            act: () => onLanguage(code),
          })),
        { id: 'keys', label: t('keys.title'), act: () => showOfficeView('keys') },
        { id: 'logout', label: t('palette.logout'), act: onLogout },
      ],
    },
    {
      label: t('palette.goTo'),
      entries: [
        ...[...ADMIN_DRAWER_PATHS, ...ADMIN_DRAWER_MORE_PATHS].map(path => lead(`go${path}`, t(`links.${path}`), path)),
        ...SECTIONS.map(section =>
          lead(
            `settings-${section}`,
            `${t('links./settings')}: ${t(`settings.sections.${section}`)}`,
            sectionPath(section),
          ),
        ),
      ],
    },
  ]
}

/** The palette's groups for the typed words: actions at once, records when the server responds. */
export function usePaletteGroups(words: string, account: PaletteAccount) {
  const actions = useActions(account)
  const { groups: records, isSearching, isFailed } = useFoundRecords(words)
  const fitting = words
    ? actions.map(group => ({ ...group, entries: group.entries.filter(({ label }) => fits(label, words)) }))
    : actions
  return { groups: [...fitting, ...records].filter(({ entries }) => entries.length > 0), isSearching, isFailed }
}
