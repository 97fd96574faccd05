import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { type AdminPreorderEvent, adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useEventChanged } from './use-event-form.ts'

interface RemoveEventProps {
  event: AdminPreorderEvent
  name: string
  isDirty: boolean
}

/** Removes a draft without orders; any other event can only be closed. */
export function RemoveEvent({ event: { id, status, orders }, name, isDirty }: RemoveEventProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const changed = useEventChanged()
  const [isAsked, setAsked] = useState(false)
  const { isBusy, act } = useAct('removed')
  const remove = () =>
    act(async () => {
      await callApi(adminPreorderEvents.remove, { params: { id } })
      await navigate(PATHS.preorderEvents, { replace: true })
      changed()
      return t('eventForm.removed', { name })
    })
  if (status !== 'draft' || orders > 0)
    return <Box sx={{ color: 'text.secondary' }}>{t('eventForm.whyNotRemoved')}</Box>
  return (
    <Box>
      <Button variant="outlined" color="error" disabled={isDirty} onClick={() => setAsked(true)}>
        {t('eventForm.remove')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('eventForm.removeTitle', { name })}
        text={t('eventForm.removeText')}
        confirmText={t('eventForm.remove')}
        cancelText={t('common.cancel')}
        onConfirm={() => void remove().finally(() => setAsked(false))}
        onCancel={() => setAsked(false)}
        busy={isBusy}
        danger
      />
    </Box>
  )
}
