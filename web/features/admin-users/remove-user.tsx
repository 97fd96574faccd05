import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type AdminUser, adminUsers } from '#contract/admin-users.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { errorText } from '#web/api/show-error.ts'
import { PATHS } from '#web/paths.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { AccessDialog } from './access-dialog.tsx'

/** Erases a user who asked for it, after a question. One's own account goes by its own page. */
export function RemoveUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async (reason: string) => {
    setBusy(true)
    try {
      await callApi(adminUsers.remove, { params: { id: user.id }, body: reason ? { reason } : {} })
      void cache.invalidateQueries({ queryKey: queryKeyOf(adminUsers.list) })
      notify({ id: 'access', severity: 'success', text: t('users.remove.done') })
      await navigate(PATHS.users)
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: 'access', severity: 'error', text })
      setAsked(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
        {t('users.remove.button')}
      </Button>
      {isAsked && (
        <AccessDialog
          kind="remove"
          who={user.email}
          isDanger
          mustMean={false}
          isBusy={isBusy}
          onConfirm={reason => void remove(reason)}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  )
}
