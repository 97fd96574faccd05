import Box from '@mui/material/Box'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { numberText } from '#domain/format/number-text.ts'
import type { BulkDone, BulkRow } from '#contract/catalogue/bulk-changes.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import type { BulkDraft } from './bulk-draft.ts'

/** More rows than this are hard to read; the counts cover all products. */
const MOST_SHOWN = 100

interface BulkPreviewProps {
  kind: BulkDraft['kind']
  preview: BulkDone
}

function valueText(value: BulkRow['from'], kind: BulkDraft['kind'], t: Translate): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') {
    if (kind === 'offered') return value ? t('bulkEdit.isOffered') : t('bulkEdit.isNotOffered')
    return value ? t('products.enabled') : t('products.disabled')
  }
  if (typeof value === 'string') return value
  const isPrice = kind === 'pricePercent' || kind === 'priceTo'
  return isPrice ? eurosText(value) : numberText(parseDecimalInput(String(value)) ?? 0)
}

/** What a change would do to each product: those that it can't change come first. */
export function BulkPreview({ kind, preview }: BulkPreviewProps) {
  const { t } = useTranslation()
  const inOrder = [
    ...preview.rows.filter(({ outcome }) => outcome === 'invalid'),
    ...preview.rows.filter(({ outcome }) => outcome === 'changed'),
  ]
  const shown = inOrder.slice(0, MOST_SHOWN)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
      <Box role="status" sx={{ fontWeight: 650 }}>
        {[
          t('bulkEdit.willChange', { count: preview.changed }),
          ...(preview.same > 0 ? [t('bulkEdit.same', { count: preview.same })] : []),
          ...(preview.invalid > 0 ? [t('bulkEdit.invalid', { count: preview.invalid })] : []),
        ].join(' ')}
      </Box>
      <Box component="ul" aria-label={t('bulkEdit.products')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(row => (
          <Box
            component="li"
            key={row.product_id}
            sx={{ py: 1, borderBottom: 1, borderColor: 'divider', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
          >
            <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>{row.name}</Box>
            <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {valueText(row.from, kind, t)} → {valueText(row.to, kind, t)}
            </Box>
            {row.problems.map(({ field, problem }) => (
              <Box key={`${field} ${problem}`} sx={{ flexBasis: '100%', color: 'error.main', typography: 'body2' }}>
                {t(`productForm.problems.${problem}`, { count: 0, value: '' })}
              </Box>
            ))}
          </Box>
        ))}
      </Box>
      {inOrder.length > shown.length && (
        <Box sx={{ color: 'text.secondary' }}>{t('bulkEdit.more', { count: inOrder.length - shown.length })}</Box>
      )}
    </Box>
  )
}
