import { type Dispatch, useRef, useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { MAX_IMAGE_BYTES, productImages } from '#contract/catalogue/product-images.ts'
import { smallerImage } from '#web/back-office/catalogue/product-images/smaller-image.ts'
import { errorText, isAborted } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { type ExistingChoice, type PhotoEvent, type PhotoFile, photosToSave } from './photo-files.ts'

/** The images of a product before a save: what an undo restores. */
type ImagesBefore = Map<number, ReadonlySet<number>>

const imageIds = (images: readonly { id: number }[]): ReadonlySet<number> => new Set(images.map(({ id }) => id))

type SendInput = { photo: PhotoFile; productId: number; replaces: boolean; signal: AbortSignal }

async function sendPhoto({ photo, productId, replaces, signal }: SendInput): Promise<'tooLarge' | 'sent'> {
  const body = await smallerImage(photo.file)
  if (body.size > MAX_IMAGE_BYTES) return 'tooLarge'
  const query = replaces ? { replaces: 'true' } : {}
  await callApi(productImages.add, { params: { id: productId }, query, body, signal })
  return 'sent'
}

/** Removes what a save added to a product, and restores what it removed. */
async function restoreImages(productId: number, before: ReadonlySet<number>): Promise<void> {
  const { images } = await callApi(adminProducts.get, { params: { id: productId } })
  const now = imageIds(images)
  for (const imageId of [...now].filter(id => !before.has(id)))
    await callApi(productImages.remove, { params: { id: productId, imageId } })
  for (const imageId of [...before].filter(id => !now.has(id)))
    await callApi(productImages.restore, { params: { id: productId, imageId } })
}

type Progress = { done: number; total: number }
type SaveInput = { photos: readonly PhotoFile[]; dispatch: Dispatch<PhotoEvent> }

/** Saves the photos one after another; what was saved so far can be taken back. */
export function useSavePhotos({ photos, dispatch }: SaveInput) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const notifyFailure = useFailureNotice()
  const [progress, setProgress] = useState<Progress>()
  const [isUndoing, setUndoing] = useState(false)
  const before = useRef<ImagesBefore>(new Map())
  const replaced = useRef(new Set<number>())
  const saving = useRef<AbortController>(undefined)

  const saveOne = async (photo: PhotoFile, productId: number, existing: ExistingChoice) => {
    const signal = saving.current?.signal ?? AbortSignal.abort()
    try {
      if (!before.current.has(productId)) {
        const { images } = await callApi(adminProducts.get, { params: { id: productId }, signal })
        before.current.set(productId, imageIds(images))
      }
      // Further photos of the same product stand beside its first one.
      const replaces = existing === 'replace' && !replaced.current.has(productId)
      const outcome = await sendPhoto({ photo, productId, replaces, signal })
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
    setUndoing(true)
    try {
      for (const [productId, images] of before.current) {
        await restoreImages(productId, images)
        before.current.delete(productId)
        replaced.current.delete(productId)
        const keys = new Set(photos.filter(photo => photo.productId === productId).map(({ key }) => key))
        dispatch({ type: 'undone', keys })
      }
      announce(t('productPhotos.undone'))
    } catch (error) {
      notifyFailure(error, 'photos-failed')
    }
    setUndoing(false)
  }
  return { progress, save, cancel: () => saving.current?.abort(), undo, isUndoing }
}
