import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { PreorderRow } from '#contract/preorders/admin-preorders.ts'
import { amountText } from './quantity-words.ts'

// Not `nowrap`: a long name would widen the card or the column.
const shortened = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '1',
  minWidth: 0,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
const whole = { flex: 'none', whiteSpace: 'nowrap' } as const

/** The order in two lines: the first products with their quantities, and how many more there are. */
export function FirstLines({ row: { first_lines: lines, items } }: { row: PreorderRow }) {
  const { t } = useTranslation()
  const more = items - lines.length
  return (
    <Box component="span" role="list" sx={{ display: 'grid', minWidth: { xs: 130, md: 220 }, maxWidth: 340 }}>
      {lines.map((line, at) => (
        // A pre-order's lines don't move; two may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <Box component="span" role="listitem" key={at} sx={{ display: 'flex', columnGap: 1, minWidth: 0 }}>
          <Box component="bdi" sx={shortened}>
            {line.name}
          </Box>
          <Box component="span" sx={{ ...whole, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {amountText(line, t)}
          </Box>
          {more > 0 && at === lines.length - 1 && (
            <Box component="span" sx={{ ...whole, color: 'text.secondary' }}>
              {t('adminPreorders.moreLines', { count: more })}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
