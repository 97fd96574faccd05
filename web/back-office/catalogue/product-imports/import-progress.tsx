import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

const PAUSE_MS = 500

type ImportProgressProps = { id: number; activity: 'checking' | 'applying' | 'undoing' }

/** How far the server is with an import, and a way to stop it: it then changes nothing. */
export function ImportProgress({ id, activity: doing }: ImportProgressProps) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryFor(productImports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: PAUSE_MS,
    meta: { handlesOwnError: true },
  })
  const { done = 0, total = 0 } = data ?? {}
  const counts = { done: String(Math.min(done, total)), total: String(total) }
  const text = t(`productImport.${doing}`, counts)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <div>{text}</div>
      <LinearProgress
        variant={done > 0 && done < total ? 'determinate' : 'indeterminate'}
        value={Math.min(100, (done / Math.max(1, total)) * 100)}
        aria-label={text}
      />
      {doing !== 'undoing' && (
        <Box>
          <Button variant="outlined" onClick={() => void callApi(productImports.cancel, { params: { id } })}>
            {t('common.cancel')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** The result of an import, announced when it changes. */
export function ImportOutcome({ import: { state, outcomes } }: { import: ProductImport }) {
  const { t } = useTranslation()
  const { applied, restored, removed, disabled, skipped } = outcomes
  const parts = [
    ...(restored > 0 ? [t('productImport.restored', { count: restored })] : []),
    ...(removed > 0 ? [t('productImport.removed', { count: removed })] : []),
    ...(disabled > 0 ? [t('productImport.disabled', { count: disabled })] : []),
    ...(skipped > 0 ? [t('productImport.skipped', { count: skipped })] : []),
  ]
  return (
    <Box role="status">
      {state === 'applied' && (
        <Panel tone="fresh">
          <Typography sx={{ fontWeight: 650 }}>{t('productImport.applied', { count: applied })}</Typography>
        </Panel>
      )}
      {state === 'undone' && (
        <Panel tone={skipped + disabled > 0 ? 'attention' : 'fresh'}>
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
