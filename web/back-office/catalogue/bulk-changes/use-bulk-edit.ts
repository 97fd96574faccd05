import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { bulkChanges, type BulkDone } from '#contract/catalogue/bulk-changes.ts'
import type { BulkChange } from '#domain/catalogue/bulk-change.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import type { Selection } from '#web/kit/lists/list-types.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useProductsChanged } from '#web/shop/catalogue/products/products-changed.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** How long undo is offered after a change. */
const UNDO_MS = 10_000

/** Notifies that products were changed, refetches them, and offers undo for a while. */
function useUndoNotice() {
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

/** Previews a change of the selected products, and applies it. */
export function useBulkEdit(selection: Selection, onDone: () => void) {
  const { t } = useTranslation()
  const tell = useUndoNotice()
  const [preview, setPreview] = useState<BulkDone>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const query = selection.kind === 'all' ? selection.query : {}
  const ids = selection.kind === 'all' ? null : [...selection.ids]
  const back = () => setPreview(undefined)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      // The preview is out of date and has to be requested again.
      if (hasCode(thrown, 'record.changed')) back()
      setError(hasCode(thrown, 'record.changed') ? t('bulkEdit.outdated') : errorText(thrown, t))
    } finally {
      setBusy(false)
    }
  }
  const look = (change: BulkChange) =>
    attempt(async () => setPreview(await callApi(bulkChanges.change, { query, body: { preview: true, ids, change } })))
  const apply = (change: BulkChange, seen: string) =>
    attempt(async () => {
      tell(await callApi(bulkChanges.change, { query, body: { preview: false, ids, change, seen } }))
      onDone()
    })
  return { preview, error, isBusy, look, apply, back }
}
