import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { type AdminUser, adminUsers } from '#contract/accounts/admin-users.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { AccessDialog } from './access-dialog.tsx'

/** Erases a user on their request, after a confirmation. Admins erase their own account on a separate page. */
export function RemoveUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { isBusy, act } = useAct('access')
  const remove = (reason: string) =>
    act(async () => {
      await callApi(adminUsers.remove, { params: { id: user.id }, body: reason ? { reason } : {} })
      void cache.invalidateQueries({ queryKey: queryKeyOf(adminUsers.list) })
      await navigate(PATHS.users)
      return t('users.remove.done')
    })
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
          onConfirm={reason => void remove(reason).finally(() => setAsked(false))}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  )
}
