import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { audit, type AuditEntry, type AuditKind } from '#contract/administration/audit-log.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useChangeLabels } from './use-change-labels.ts'

type RecordAuditLogProps = {
  kind: AuditKind
  id: number
  /** The revision of the shown record: after each save the audit log is requested again. */
  revision: number
}

const FEW_ENTRIES = 5
const MANY_ENTRIES = 100

const whoDid = ({ at, action, by }: AuditEntry, t: Translate) =>
  `${shopTimeText(at)} · ${t(`audit.actions.${action}`)} · ${by.email}`

/** The audit log of one record, newest first: who, when, from what to what, and why. Nothing for those who may not read it. */
export function RecordAuditLog(record: RecordAuditLogProps) {
  return useMay()(audit.listByRecord) && <RecordChanges {...record} />
}

function RecordChanges({ kind, id, revision }: RecordAuditLogProps) {
  const { t } = useTranslation()
  const [size, setSize] = useState(FEW_ENTRIES)
  const listQuery = queryFor(audit.listByRecord, { params: { kind, id }, query: { size } })
  const { data, isError } = useQuery({
    ...listQuery,
    queryKey: [...listQuery.queryKey, revision],
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  return (
    <Panel component="section" aria-label={t('audit.recordTitle')}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('audit.recordTitle')}
      </Typography>
      {isError && <Box sx={{ color: 'error.main' }}>{t('audit.failed')}</Box>}
      {data?.total === 0 && <Box sx={{ color: 'text.secondary' }}>{t('audit.none')}</Box>}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {data?.items.map(entry => (
          <li key={entry.id}>
            <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {whoDid(entry, t)}
            </Box>
            <ChangeList entry={entry} />
            {entry.reason && <Box>{t('audit.because', { reason: entry.reason })}</Box>}
          </li>
        ))}
      </Box>
      {data && data.total > size && size < MANY_ENTRIES && (
        <Button sx={{ mt: 1 }} onClick={() => setSize(MANY_ENTRIES)}>
          {t('audit.showMore')}
        </Button>
      )}
    </Panel>
  )
}

// Longer lists are folded: a new product has thirty fields.
const MAX_SHOWN = 3

type ChangeList = Pick<AuditEntry, 'kind' | 'names' | 'changes'>

function ChangeRows({ entry }: { entry: ChangeList }) {
  const { t } = useTranslation()
  const { changeTexts } = useChangeLabels()
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
      {changeTexts(entry).map(({ field, name, from, to }) => (
        <Box key={field}>
          <Box component="dt" sx={{ fontWeight: 650 }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {t('audit.fromTo', { from, to })}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The changed fields with their old and new values. */
export function ChangeList({ entry }: { entry: ChangeList }) {
  const { t } = useTranslation()
  if (entry.changes.length <= MAX_SHOWN) return <ChangeRows entry={entry} />
  return (
    <details>
      <Box component="summary" sx={{ minHeight: 44, py: 1.25, cursor: 'pointer' }}>
        {t('audit.fieldCount', { count: entry.changes.length })}
      </Box>
      <ChangeRows entry={entry} />
    </details>
  )
}
