import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { errorText } from '#web/kit/api/show-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

/** An error of loading, with a retry. */
export function LoadFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography>{errorText(error, t)}</Typography>
      <SecondaryButton look="quiet" onClick={onRetry}>
        {t('common.retry')}
      </SecondaryButton>
    </Box>
  )
}
