import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const SHOWN = 5
const TONES = { checked: 'attention', applied: 'open', undone: 'closed' } as const

const timeOf = ({ applied_at: applied, checked_at: checked }: ProductImport): string => shopTimeText(applied ?? checked)

/** The latest imports, to review or undo. */
export function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryOf(productImports.list, { query: { size: SHOWN } }),
    staleTime: 0,
    meta: { showsOwnError: true },
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports">
      <Typography variant="h3" component="h2" id="earlier-imports" sx={{ mb: 1 }}>
        {t('productImport.earlier')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {data.items.map(each => (
          <Box component="li" key={each.id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <Button
              variant="text"
              size="small"
              onClick={() => onOpen(each.id)}
              sx={{ textAlign: 'start', overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {t('productImport.openEarlier', { name: each.file_name, time: timeOf(each) })}
            </Button>
            <StatusPill tone={TONES[each.state]}>{t(`productImport.states.${each.state}`)}</StatusPill>
          </Box>
        ))}
      </Box>
    </section>
  )
}
