import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type AdminPreorderEvent, adminPreorderEvents } from '#contract/admin-preorder-events.ts'
import { callApi } from '#web/api/call-api.ts'
import { errorText } from '#web/api/show-error.ts'
import { PATHS } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { useEventChanged } from './use-event-form.ts'

interface RemoveEventProps {
  event: AdminPreorderEvent
  name: string
  isDirty: boolean
}

/** Takes away a draft that nobody ordered in; any other is closed. */
export function RemoveEvent({ event: { id, status, orders }, name, isDirty }: RemoveEventProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  const changed = useEventChanged()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await callApi(adminPreorderEvents.remove, { params: { id } })
      notify({ id: 'removed', severity: 'success', text: t('eventForm.removed', { name }) })
      await navigate(PATHS.preorderEvents, { replace: true })
      changed()
    } catch (error) {
      setAsked(false)
      setBusy(false)
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: 'remove-failed', severity: 'error', text })
    }
  }
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
        onConfirm={() => void remove()}
        onCancel={() => setAsked(false)}
        busy={isBusy}
        danger
      />
    </Box>
  )
}
