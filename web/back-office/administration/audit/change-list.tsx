import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import { useChangeWords } from './use-change-words.ts'

// Longer lists are folded: a new product has thirty fields.
const MOST_SHOWN = 3

type Changed = Pick<AuditEntry, 'kind' | 'names' | 'changes'>

function ChangeRows({ entry }: { entry: Changed }) {
  const { t } = useTranslation()
  const { changeTexts } = useChangeWords()
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
export function ChangeList({ entry }: { entry: Changed }) {
  const { t } = useTranslation()
  if (entry.changes.length <= MOST_SHOWN) return <ChangeRows entry={entry} />
  return (
    <details>
      <Box component="summary" sx={{ minHeight: 44, py: 1.25, cursor: 'pointer' }}>
        {t('audit.fieldCount', { count: entry.changes.length })}
      </Box>
      <ChangeRows entry={entry} />
    </details>
  )
}
