import { useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LARGEST_IMAGE_BYTES, MOST_IMAGES, productImages } from '#contract/product-images.ts'
import { callApi } from '#web/api/call-api.ts'
import { errorText } from '#web/api/show-error.ts'
import { useAnnounce } from '#web/ui/live-region.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import type { Images } from './image-board.ts'
import { smallerImage } from './smaller-image.ts'
import { changeUploads, type Upload } from './uploads.ts'
import type { ImageList } from './use-image-list.ts'

/** Sends one file; gives the product's images, or in words what is wrong. */
function useSending({ productId, board }: ImageList) {
  const { t } = useTranslation()
  return async (file: File): Promise<Images | string> => {
    if (board.said().length >= MOST_IMAGES) return t('errors.image.tooMany')
    const body = await smallerImage(file)
    if (body.size > LARGEST_IMAGE_BYTES) return t('errors.image.tooLarge')
    try {
      return await callApi(productImages.add, { params: { id: productId }, body })
    } catch (error) {
      return errorText(error, t) ?? t('errors.unknown')
    }
  }
}

/** Chosen pictures on their way, one after another, and those that failed with the reason beside them. */
export function useUploads(imageList: ImageList) {
  const { board, accept } = imageList
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  const send = useSending(imageList)
  const [uploads, dispatch] = useReducer(changeUploads, [])
  const nextKey = useRef(1)

  const end = ({ key, preview }: Upload) => {
    URL.revokeObjectURL(preview)
    dispatch({ type: 'over', key })
  }
  const finish = (upload: Upload, outcome: Images | string) => {
    const { key, file } = upload
    if (typeof outcome === 'string') {
      dispatch({ type: 'failed', key, problem: outcome })
      return announce(t('productImages.failed', { name: file.name, problem: outcome }))
    }
    if (outcome.length === board.said().length) notify({ severity: 'info', text: t('productImages.known') })
    else announce(t('productImages.added', { count: outcome.length }))
    accept(outcome)
    end(upload)
  }
  const begin = (upload: Upload) => {
    dispatch({ type: 'begun', key: upload.key })
    void board.inTurn(async () => finish(upload, await send(upload.file)))
  }
  const choose = (files: readonly File[]) => {
    const chosen = files.map(file => ({ key: nextKey.current++, file, preview: URL.createObjectURL(file) }))
    dispatch({ type: 'chosen', uploads: chosen })
    for (const upload of chosen) begin(upload)
  }
  return { uploads, choose, again: begin, leaveOut: end }
}
