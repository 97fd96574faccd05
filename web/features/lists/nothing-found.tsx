import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The list has rows, but none like these. */
export function NothingFound({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('lists.nothingFound')}
      text={t('lists.nothingFoundText')}
      action={
        <Button variant="outlined" onClick={onReset}>
          {t('lists.showAll')}
        </Button>
      }
    />
  )
}
