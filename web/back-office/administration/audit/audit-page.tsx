import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { audit, AUDIT_KINDS, type AuditEntry } from '#contract/administration/audit-log.ts'
import { listExports } from '#contract/administration/list-exports.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { ChangeList } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { useChangeLabels } from '#web/back-office/kit/audit/use-change-labels.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import { dayFields, useDayFilters } from '#web/kit/lists/day-fields.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'

const LIST_SOURCE: ListSource<AuditEntry> = {
  endpoint: audit.list,
  getId: ({ id }) => id,
  getName: ({ id }) => String(id),
}

// The records that have their own page.
const RECORD_PATHS: Partial<Record<AuditEntry['kind'], string>> = {
  product: PATHS.products,
  productGroup: PATHS.productGroups,
  store: PATHS.stores,
  supplier: PATHS.suppliers,
  preorder_event: PATHS.preorderEvents,
  order: PATHS.orders,
  user: PATHS.users,
  recall: PATHS.recalls,
}

// The pages of orders and recalls aren't edit forms.
const recordPath = (path: string, { kind, record_id: id }: AuditEntry) =>
  kind === 'order' || kind === 'recall' ? `${path}/${id}` : `${path}/${id}/edit`

/** The reader and the authors of the newest audit log entries. */
function usePeople(): readonly { value: string; label: string }[] {
  const me = useUser()
  const { data } = useQuery({ ...queryFor(audit.list, { query: { size: 200 } }), meta: { handlesOwnError: true } })
  const people = new Map([
    [me.id, me.email],
    ...(data?.items ?? []).map(({ by }): [number, string] => [by.id, by.email]),
  ])
  return [...people].map(([id, email]) => ({ value: String(id), label: email }))
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const people = usePeople()
  const days = useDayFilters()
  return [
    {
      name: 'kind',
      label: t('audit.kind'),
      options: AUDIT_KINDS.map(kind => ({ value: kind, label: t(`audit.kinds.${kind}`) })),
    },
    { name: 'by', label: t('audit.by'), options: people },
    ...days,
  ]
}

function RecordLink({ entry }: { entry: AuditEntry }) {
  const { recordText } = useChangeLabels()
  const path = entry.action === 'removed' ? undefined : RECORD_PATHS[entry.kind]
  if (path === undefined) return recordText(entry)
  return (
    <MuiLink
      component={Link}
      to={recordPath(path, entry)}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, my: -0.25 }}
    >
      {recordText(entry)}
    </MuiLink>
  )
}

const recordCell = (entry: AuditEntry) => <RecordLink entry={entry} />
const personCell = ({ by }: AuditEntry) => <EmailText address={by.email} />
const changesCell = (entry: AuditEntry) => <ChangeList entry={entry} />

/** All changes by admins: who, when, from what to what, and why. */
export function AuditPage() {
  const { t } = useTranslation()
  const filters = useFilters()
  const columns: readonly ListColumn<AuditEntry>[] = [
    { name: 'record', label: t('audit.record'), role: 'title', cell: recordCell },
    { name: 'at', label: t('audit.at'), sort: 'at', cell: ({ at }) => shopTimeText(at) },
    {
      name: 'by',
      label: t('audit.by'),
      cell: personCell,
    },
    { name: 'action', label: t('audit.action'), cell: ({ action }) => t(`audit.actions.${action}`) },
    { name: 'changes', label: t('audit.changes'), cell: changesCell },
    { name: 'reason', label: t('audit.reason'), cell: ({ reason }) => reason ?? '' },
  ]
  return (
    <Page title={t('links./audit')} width="wide">
      <AdminList
        caption={t('links./audit')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="-at"
        views="audit"
        exports={{ csv: listExports.auditCsv, xlsx: listExports.auditXlsx }}
        search={t('audit.search')}
        beside={
          <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
            {t('audit.searched')}
          </Box>
        }
        filters={filters}
        countText={(count, hasMore) =>
          hasMore ? t('lists.moreThan', { what: t('audit.count', { count }) }) : t('audit.count', { count })
        }
        empty={<EmptyState title={t('audit.emptyTitle')} text={t('audit.emptyText')} />}
        filterFields={dayFields()}
      />
    </Page>
  )
}
