import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

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
