import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { audit, type AuditKind } from '#contract/administration/audit-log.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Fields } from '#domain/three-way-merge.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { FieldChange } from './merge-values.ts'

export type FieldLabels = {
  /** The name of a field or a group of fields. */
  labelOf: (field: string) => string
  /** A value as text where it is not readable itself, such as an id; undefined leaves it unchanged. */
  show?: ((field: string, value: string | boolean) => string | undefined) | undefined
}

/** The label of a changed field or group, and its versions as text. */
export function changeLabels({ field, mine, theirs }: FieldChange, { labelOf, show }: FieldLabels, t: Translate) {
  const names = Object.keys({ ...mine, ...theirs })
  const [only = field] = names
  const one = (name: string, value: string | boolean) =>
    show?.(name, value) ?? (typeof value === 'boolean' ? t(value ? 'forms.yes' : 'forms.no') : value || '–')
  const words = (version: Fields): string => {
    const values = Object.entries(version)
    if (values.length === 0) return t('forms.notThere')
    if (names.length === 1) return values.map(([name, value]) => one(name, value)).join('')
    return values
      .map(([name, value]) => t('forms.valueOf', { field: labelOf(name), value: one(name, value) }))
      .join(' · ')
  }
  return { label: labelOf(names.length === 1 ? only : field), mine: words(mine), theirs: words(theirs) }
}

/** The newest change may already be the user's own. */
const FEW = 5

export type AuditedRecord = {
  kind: AuditKind
  id: number
}

/** The other user who last changed a record, and when; undefined until known, or when it was this user in another tab. */
export function useOthersChange(record: AuditedRecord): { email: string; time: string } | undefined {
  const me = useUser()
  const { data } = useQuery({
    ...queryOf(audit.ofRecord, { params: record, query: { size: FEW } }),
    // Cached data does not contain what was saved meanwhile.
    staleTime: 0,
    meta: { showsOwnError: true },
  })
  const change = data?.items.find(({ by }) => by.id !== me.id)
  return change && { email: change.by.email, time: shopTimeText(change.at) }
}

type TakenNoteProps = FieldLabels & {
  taken: readonly FieldChange[]
  record: AuditedRecord
}

/** What another user changed during the editing; the changes of both are kept. */
export function TakenNote({ taken, record, ...words }: TakenNoteProps) {
  const { t } = useTranslation()
  const other = useOthersChange(record)
  const changes = taken
    .map(change => changeLabels(change, words, t))
    .map(({ label, mine, theirs }) => t('forms.takenChange', { field: label, before: mine, after: theirs }))
    .join('; ')
  return (
    <Panel tone="attention">
      <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
        {other ? t('forms.takenBy', { email: other.email, changes }) : t('forms.taken', { changes })}
      </Box>
    </Panel>
  )
}
