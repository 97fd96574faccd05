import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { privacy } from '#contract/accounts/privacy.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { removalQuery } from './queries.ts'
import type { Removal } from './what-goes.tsx'

/** The two steps of a removal: a code is mailed, and the account is removed with it. */
export function useRemoval(removal: Removal) {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const tellFailure = useFailureNotice()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { leave } = useSession()
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const look = () => void cache.invalidateQueries({ queryKey: removalQuery.queryKey })
  const mailCode = async () => {
    setSending(true)
    try {
      await callApi(privacy.requestCode)
      dismiss('removal')
      setSent(true)
    } catch (error) {
      tellFailure(error, 'removal')
      look()
    } finally {
      setSending(false)
    }
  }
  /** Resolves to what is wrong with the code, if anything. */
  const remove = async (code: string): Promise<string | undefined> => {
    try {
      const cancel_preorders = removal.preorders.map(({ id }) => id)
      await callApi(privacy.remove, { body: { code, cancel_preorders } })
    } catch (error) {
      if (!hasCode(error, 'removal.wrongCode') && !hasCode(error, 'removal.codeExpired')) look()
      return errorText(error, t)
    }
    await navigate(PATHS.root, { replace: true })
    await leave()
    notify({ id: 'removed', severity: 'success', text: t('removal.done') })
    return undefined
  }
  return { isSending, isSent, mailCode, remove, keep: () => setSent(false) }
}
