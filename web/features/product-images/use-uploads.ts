import { useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LARGEST_IMAGE_BYTES, MOST_IMAGES, productImages } from '#contract/product-images.ts'
import { hasCode } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { errorText } from '#web/api/show-error.ts'
import { useAnnounce } from '#web/ui/live-region.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import type { Images } from './image-board.ts'
import { smallerImage } from './smaller-image.ts'
import { changeUploads, type Upload, type UploadProblem } from './uploads.ts'
import type { ImageList } from './use-image-list.ts'

/** Sends one file; gives the product's images, or what is wrong. */
function useSending({ productId, board }: ImageList) {
  const { t } = useTranslation()
  return async (file: File): Promise<Images | UploadProblem> => {
    if (board.said().length >= MOST_IMAGES) return { text: t('errors.image.tooMany'), isFinal: false }
    const body = await smallerImage(file)
    if (body.size > LARGEST_IMAGE_BYTES) return { text: t('errors.image.tooLarge'), isFinal: true }
    try {
      return await callApi(productImages.add, { params: { id: productId }, body })
    } catch (error) {
      const isFinal = hasCode(error, 'image.kind', 'image.heic', 'image.tooLarge', 'image.unreadable')
      return { text: errorText(error, t) ?? t('errors.unknown'), isFinal }
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
  const finish = (upload: Upload, outcome: Images | UploadProblem) => {
    const { key, file } = upload
    if ('isFinal' in outcome) {
      dispatch({ type: 'failed', key, problem: outcome })
      return announce(t('productImages.failed', { name: file.name, problem: outcome.text }))
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
