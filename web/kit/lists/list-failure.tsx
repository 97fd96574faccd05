import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent } from 'react'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotFound } from '#web/kit/shell/possible-address.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'

type ListFailureProps = {
  error: Error
  onRetry: () => void
  onReset: () => void
}

/** Only the search text was refused, as too many words: the address is valid otherwise. */
const isOnlySearch = (fields: unknown) => Array.isArray(fields) && fields.every(field => field === 'q')

/** The list failed to load: without a network, or because of the search. An address that no list supports redirects to /home. */
export function ListFailure({ error, onRetry, onReset }: ListFailureProps) {
  const { t } = useTranslation()
  const isAddress = hasCode(error, 'request.invalid')
  const isImpossible = isAddress && !isOnlySearch(error.body['fields'])
  const leadHome = useEffectEvent(useNotFound())
  useEffect(() => {
    if (isImpossible) leadHome()
  }, [isImpossible])
  if (isImpossible) return null
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
