import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import { fieldText } from './field-text.ts'
import { nameText, valueText } from './value-text.ts'

/** The name of a removed record, if its changes contain it. */
function nameBefore({ changes }: Pick<AuditEntry, 'changes'>): string | undefined {
  const named = changes.find(({ field, from }) => /^(?:name|names\.(?:fi|en|sv)|title)$/.test(field) && from !== null)
  return typeof named?.from === 'string' ? named.from : undefined
}

/** Texts for audit log entries: the record, the fields and their values. */
export function useChangeWords() {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'en'
  return {
    changeTexts: (entry: Pick<AuditEntry, 'kind' | 'names' | 'changes'>) =>
      entry.changes.map(({ field, from, to }) => ({
        field,
        name: fieldText(field, { entry, t, language }),
        from: valueText(from, { entry, field }, t),
        to: valueText(to, { entry, field }, t),
      })),
    recordText: (entry: Pick<AuditEntry, 'kind' | 'record_id' | 'name' | 'changes'>) => {
      const { kind, record_id: id } = entry
      const record = `${t(`audit.kinds.${kind}`)} ${id}`
      const name = nameText(kind, entry.name ?? nameBefore(entry), t)
      return name === undefined ? record : `${record}: ${name}`
    },
  }
}
