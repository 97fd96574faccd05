import { type Dispatch, useRef, useState } from 'react'
import { bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { MAX_IMAGE_BYTES, productImages } from '#contract/catalogue/product-images.ts'
import { smallerImage } from '#web/back-office/catalogue/product-images/smaller-image.ts'
import { errorText, isAborted } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { type ExistingChoice, type PhotoEvent, type PhotoFile, photosToSave } from './photo-files.ts'

type SendInput = { photo: PhotoFile; productId: number; changeId: number; replaces: boolean; signal: AbortSignal }

async function sendPhoto({ photo, productId, changeId, replaces, signal }: SendInput): Promise<'tooLarge' | 'sent'> {
  const body = await smallerImage(photo.file)
  if (body.size > MAX_IMAGE_BYTES) return 'tooLarge'
  const query = { bulk_change: String(changeId), ...(replaces && { replaces: 'true' }) }
  await callApi(productImages.add, { params: { id: productId }, query, body, signal })
  return 'sent'
}

type SaveProgress = { done: number; total: number }
type SaveInput = { photos: readonly PhotoFile[]; dispatch: Dispatch<PhotoEvent> }

/** Saves the photos one after another; what was saved so far can be taken back. */
export function useSavePhotos({ photos, dispatch }: SaveInput) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const notifyFailure = useFailureNotice()
  const { notify } = useNotices()
  const [progress, setProgress] = useState<SaveProgress>()
  const [isUndoing, setUndoing] = useState(false)
  const changeId = useRef<number>(undefined)
  const replaced = useRef(new Set<number>())
  const saving = useRef<AbortController>(undefined)

  const saveOne = async (photo: PhotoFile, productId: number, existing: ExistingChoice) => {
    const signal = saving.current?.signal ?? AbortSignal.abort()
    try {
      changeId.current ??= (await callApi(bulkChanges.addPhotos, { signal })).id
      // Further photos of the same product are next to its first one.
      const replaces = existing === 'replace' && !replaced.current.has(productId)
      const outcome = await sendPhoto({ photo, productId, changeId: changeId.current, replaces, signal })
      if (outcome === 'tooLarge')
        return dispatch({ type: 'failed', key: photo.key, problem: t('errors.image.tooLarge') })
      replaced.current.add(productId)
      dispatch({ type: 'saved', key: photo.key })
    } catch (error) {
      if (isAborted(error)) return
      dispatch({ type: 'failed', key: photo.key, problem: errorText(error, t) ?? t('errors.unknown') })
    }
  }
  const save = async (existing: ExistingChoice) => {
    const toSave = photosToSave(photos, existing)
    const { signal } = (saving.current = new AbortController())
    let done = 0
    setProgress({ done, total: toSave.length })
    for (const photo of toSave) {
      if (signal.aborted) break
      if (photo.productId !== undefined) await saveOne(photo, photo.productId, existing)
      setProgress({ done: ++done, total: toSave.length })
    }
    setProgress(undefined)
  }
  const undo = async () => {
    const id = changeId.current
    if (id === undefined) return
    setUndoing(true)
    try {
      const { skipped } = await callApi(bulkChanges.undo, { params: { id } })
      changeId.current = undefined
      replaced.current.clear()
      const stay = new Set(skipped.map(({ product_id }) => product_id))
      const undone = photos.filter(
        ({ isSaved, productId }) => isSaved && productId !== undefined && !stay.has(productId),
      )
      dispatch({ type: 'undone', keys: new Set(undone.map(({ key }) => key)) })
      if (skipped.length > 0) notify({ severity: 'info', text: t('bulkEdit.skipped', { count: skipped.length }) })
      announce(t('productPhotos.undone'))
    } catch (error) {
      notifyFailure(error, 'photos-failed')
    }
    setUndoing(false)
  }
  return { progress, save, cancel: () => saving.current?.abort(), undo, isUndoing }
}
