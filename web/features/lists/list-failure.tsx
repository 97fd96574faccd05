import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { hasCode } from '#web/api/api-error.ts'
import { errorText } from '#web/api/show-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface ListFailureProps {
  error: Error
  onRetry: () => void
  onReset: () => void
}

/** The list did not come: for want of a network, or since its address says something that no list knows. */
export function ListFailure({ error, onRetry, onReset }: ListFailureProps) {
  const { t } = useTranslation()
  const isAddress = hasCode(error, 'request.invalid')
  return (
    <Box role="alert">
      <EmptyState
        title={t('lists.failed')}
        text={(isAddress ? t('lists.badAddress') : errorText(error, t)) ?? ''}
        action={
          <Button variant="outlined" onClick={isAddress ? onReset : onRetry}>
            {isAddress ? t('lists.showAll') : t('common.retry')}
          </Button>
        }
      />
    </Box>
  )
}
