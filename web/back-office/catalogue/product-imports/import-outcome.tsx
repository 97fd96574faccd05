import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

/** What became of an import. It is told aloud when it happens. */
export function ImportOutcome({ import: { state, outcomes } }: { import: ProductImport }) {
  const { t } = useTranslation()
  const { applied, restored, removed, disabled, kept } = outcomes
  const parts = [
    ...(restored > 0 ? [t('productImport.restored', { count: restored })] : []),
    ...(removed > 0 ? [t('productImport.removed', { count: removed })] : []),
    ...(disabled > 0 ? [t('productImport.disabled', { count: disabled })] : []),
    ...(kept > 0 ? [t('productImport.kept', { count: kept })] : []),
  ]
  return (
    <Box role="status">
      {state === 'applied' && (
        <Panel tone="fresh">
          <Typography sx={{ fontWeight: 650 }}>{t('productImport.applied', { count: applied })}</Typography>
        </Panel>
      )}
      {state === 'undone' && (
        <Panel tone={kept + disabled > 0 ? 'attention' : 'fresh'}>
          <Typography sx={{ fontWeight: 650 }}>{t('productImport.undone')}</Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {parts.map(part => (
              <li key={part}>{part}</li>
            ))}
          </Box>
        </Panel>
      )}
    </Box>
  )
}
