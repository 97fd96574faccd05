import { useState } from 'react'
import { bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Reverts a change of many products, and notifies how many were restored and how many were edited since. */
export function useUndoChange() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const showFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const undo = async (id: number) => {
    setBusy(true)
    try {
      const { restored, kept } = await callApi(bulkChanges.undo, { params: { id } })
      const detail = kept.length > 0 ? t('bulkEdit.kept', { count: kept.length }) : undefined
      notify({ severity: 'success', text: t('bulkEdit.restored', { count: restored }), ...(detail && { detail }) })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { undo, isBusy }
}
