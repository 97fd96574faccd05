import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { useChangeWords } from './use-change-words.ts'

// More than these are folded: a new product has thirty fields.
const MOST_SHOWN = 3

type Changes = AuditEntry['changes']

function ChangeRows({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  const { fieldText, valueText } = useChangeWords()
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
      {changes.map(({ field, from, to }) => (
        <Box key={field}>
          <Box component="dt" sx={{ fontWeight: 650 }}>
            {fieldText(field)}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {t('audit.fromTo', { from: valueText(from), to: valueText(to) })}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** What changed, field by field, from what to what. */
export function ChangeList({ changes }: { changes: Changes }) {
  const { t } = useTranslation()
  if (changes.length <= MOST_SHOWN) return <ChangeRows changes={changes} />
  return (
    <details>
      <Box component="summary" sx={{ minHeight: 44, py: 1.25, cursor: 'pointer' }}>
        {t('audit.fieldCount', { count: changes.length })}
      </Box>
      <ChangeRows changes={changes} />
    </details>
  )
}
