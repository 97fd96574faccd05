import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'

interface SaveBarProps {
  isNew: boolean
  isSaving: boolean
  onDiscard: () => void
  /** The label of the save button where it does more than save. */
  saveText?: string | undefined
}

/** Shown at the bottom of the screen while there are unsaved changes. */
export function SaveBar({ isNew, isSaving, onDiscard, saveText }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <BottomBar
      width="wide"
      action={
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box role="status" sx={{ flex: { xs: '1 1 100%', sm: 1 }, typography: 'body2', color: 'text.secondary' }}>
            {t('forms.unsaved')}
          </Box>
          <Button variant="text" onClick={onDiscard} disabled={isSaving} sx={{ flex: { xs: 1, sm: 'none' } }}>
            {t('forms.discard')}
          </Button>
          <ActionButton
            type="submit"
            form="record-form"
            variant="contained"
            loading={isSaving}
            aria-keyshortcuts="Control+S"
            sx={{ flex: { xs: 1, sm: 'none' }, minWidth: { sm: 160 } }}
          >
            {saveText ?? (isNew ? t('forms.create') : t('forms.save'))}
          </ActionButton>
        </Box>
      }
    />
  )
}
