import { useEffect, useReducer, useRef, useState } from 'react'
import { MAX_PHOTO_NAMES, type PhotoFileMatch, productImages } from '#contract/catalogue/product-images.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { changePhotos, type PhotoFile } from './photo-files.ts'

/** More at a time would be hard to review. */
export const MAX_PHOTOS = 500

/** The matches of some files, by their keys. */
async function matchPhotos(photos: readonly PhotoFile[]): Promise<Map<number, PhotoFileMatch>> {
  const found = new Map<number, PhotoFileMatch>()
  for (let at = 0; at < photos.length; at += MAX_PHOTO_NAMES) {
    const some = photos.slice(at, at + MAX_PHOTO_NAMES)
    const names = some.map(({ file }) => file.name.slice(0, 300))
    const matches = await callApi(productImages.matchFiles, { body: { names } })
    some.forEach(({ key }, place) => {
      const match = matches[place]
      if (match) found.set(key, match)
    })
  }
  return found
}

/** The chosen photos with their products. */
export function usePhotoFiles() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [photos, dispatch] = useReducer(changePhotos, [])
  const [isMatching, setMatching] = useState(false)
  const nextKey = useRef(1)
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const preview of previews.current.splice(0)) URL.revokeObjectURL(preview)
    },
    [],
  )
  const choose = async (files: readonly File[]) => {
    const room = MAX_PHOTOS - photos.length
    if (files.length > room)
      notify({ id: 'too-many-photos', severity: 'info', text: t('productPhotos.tooMany', { max: String(MAX_PHOTOS) }) })
    const chosen = files.slice(0, room).map((file): PhotoFile => {
      const preview = URL.createObjectURL(file)
      previews.current.push(preview)
      const match = { match: 'none', products: [], productId: undefined } as const
      return { key: nextKey.current++, file, preview, isSaved: false, ...match }
    })
    dispatch({ type: 'chosen', photos: chosen })
    if (chosen.length === 0) return
    setMatching(true)
    try {
      dispatch({ type: 'matched', productOf: await matchPhotos(chosen) })
    } catch (error) {
      // Each photo’s product can still be chosen.
      notifyFailure(error, 'photos-failed')
    }
    setMatching(false)
  }
  return { photos, dispatch, choose, isMatching }
}
