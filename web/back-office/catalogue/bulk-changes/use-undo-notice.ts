import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { bulkChanges, type BulkDone } from '#contract/catalogue/bulk-changes.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useProductsChanged } from '#web/shop/catalogue/products/products-changed.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** So long a change is offered to be taken back. */
const UNDO_MS = 10_000

/** Tells that products were changed, shows them anew, and offers the way back for a while. */
export function useUndoNotice() {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const tellFailure = useFailureNotice()
  const changed = useProductsChanged()
  const refresh = () => void changed()

  const undo = async (id: number) => {
    try {
      const { restored, kept } = await callApi(bulkChanges.undo, { params: { id } })
      refresh()
      const detail = kept.length > 0 ? t('bulkEdit.kept', { count: kept.length }) : undefined
      notify({ severity: 'success', text: t('bulkEdit.restored', { count: restored }), ...(detail && { detail }) })
    } catch (thrown) {
      tellFailure(thrown)
    }
  }
  return ({ id, changed: count }: BulkDone) => {
    refresh()
    const text = t('bulkEdit.changed', { count })
    const action = id === null ? undefined : { label: t('common.undo'), onAct: () => void undo(id) }
    const notice = notify({ id: `bulk-changed-${id}`, severity: 'success', text, ...(action && { action }) })
    setTimeout(() => dismiss(notice), UNDO_MS)
  }
}
