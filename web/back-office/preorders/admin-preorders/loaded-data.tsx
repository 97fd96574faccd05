import Box from '@mui/material/Box'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ListFailure } from '#web/kit/lists/list-failure.tsx'
import { usePreorderPlace } from './use-preorder-place.ts'

type LoadedDataProps<Data> = {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** Renders the loaded data, else the loading text or the error. */
export function LoadedData<Data>({ query: { data, error, refetch }, children }: LoadedDataProps<Data>) {
  const { t } = useTranslation()
  const { choose } = usePreorderPlace()
  if (data !== undefined) return children(data)
  if (error)
    return (
      <ListFailure
        error={error}
        onRetry={() => void refetch()}
        onReset={() => choose({ event_id: '', store_id: '', view: '' })}
      />
    )
  return <Box sx={{ color: 'text.secondary', py: 4 }}>{t('common.loading')}</Box>
}
