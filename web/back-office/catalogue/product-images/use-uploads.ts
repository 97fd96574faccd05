import { useReducer, useRef } from 'react'
import { MAX_IMAGE_BYTES, MAX_IMAGES, productImages } from '#contract/catalogue/product-images.ts'
import { hasCode, isAborted, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { fetchReportingProgress } from '#web/kit/api/fetch-reporting-progress.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSentNotice } from '#web/kit/mutations/use-sent-notice.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import type { ProductImages, DisplayedImages } from './image-board.ts'
import { smallerImage } from './smaller-image.ts'

type UploadTask = { file: File; signal: AbortSignal; onProgress: (share: number) => void }

/** Sends one file; resolves to the product's images or to a problem; undefined if it was cancelled. */
function useSending({ productId, board }: DisplayedImages) {
  const { t } = useTranslation()
  return async ({ file, signal, onProgress }: UploadTask): Promise<ProductImages | UploadProblem | undefined> => {
    if (signal.aborted) return undefined
    if (board.received().length >= MAX_IMAGES) return { text: t('errors.image.tooMany'), isFinal: false }
    const body = await smallerImage(file)
    if (body.size > MAX_IMAGE_BYTES) return { text: t('errors.image.tooLarge'), isFinal: true }
    try {
      return await callApi(productImages.add, {
        params: { id: productId },
        query: {},
        body,
        signal,
        sendBy: fetchReportingProgress(onProgress),
      })
    } catch (error) {
      if (isAborted(error)) return undefined
      const isFinal = hasCode(error, 'image.kind', 'image.heic', 'image.tooLarge', 'image.unreadable')
      return { text: errorText(error, t) ?? t('errors.unknown'), isFinal }
    }
  }
}

/** Handles the result of an upload and announces it. Returns the problem, if any. */
function useOutcome({ board, accept }: DisplayedImages) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  return (name: string, outcome: ProductImages | UploadProblem): UploadProblem | undefined => {
    if ('isFinal' in outcome) {
      announce(t('productImages.failed', { name, problem: outcome.text }))
      return outcome
    }
    if (outcome.length === board.received().length) notify({ severity: 'info', text: t('productImages.known') })
    else announce(t('productImages.added', { count: outcome.length }))
    accept(outcome)
    return undefined
  }
}

/** Sends the chosen pictures one after another, and keeps those that failed with their problems. */
export function useUploads(displayedImages: DisplayedImages) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const handleOutcome = useOutcome(displayedImages)
  const send = useSending(displayedImages)
  const [uploads, dispatch] = useReducer(changeUploads, [])
  const nextKey = useRef(1)
  const underWay = useRef(new Map<number, AbortController>())
  const createSentNotice = useSentNotice()

  const end = ({ key, preview }: ImageUpload) => {
    URL.revokeObjectURL(preview)
    dispatch({ type: 'over', key })
  }
  const begin = (upload: ImageUpload) => {
    const { key, file } = upload
    const controller = new AbortController()
    underWay.current.set(key, controller)
    dispatch({ type: 'begun', key })
    const onProgress = createSentNotice(file.name, share => dispatch({ type: 'sent', key, share }))
    void displayedImages.board.inTurn(async () => {
      const outcome = await send({ file, signal: controller.signal, onProgress })
      underWay.current.delete(key)
      if (!outcome) return
      const problem = handleOutcome(file.name, outcome)
      if (problem) dispatch({ type: 'failed', key, problem })
      else end(upload)
    })
  }
  const callOff = (upload: ImageUpload) => {
    underWay.current.get(upload.key)?.abort()
    end(upload)
    announce(t('productImages.calledOff', { name: upload.file.name }))
  }
  const choose = (files: readonly File[]) => {
    const chosen = files.map(file => ({ key: nextKey.current++, file, preview: URL.createObjectURL(file) }))
    dispatch({ type: 'chosen', uploads: chosen })
    for (const upload of chosen) begin(upload)
  }
  return { uploads, choose, again: begin, callOff, leaveOut: end }
}

/** A chosen picture that isn't one of the product's yet. */
export type ImageUpload = {
  key: number
  file: File
  /** An object URL. */
  preview: string
  /** The sent share, from 0 to 1; undefined until the upload starts. */
  share?: number
  /** Undefined as long as nothing went wrong. */
  problem?: UploadProblem
}

/** `isFinal`: sending the same file again would fail too. */
type UploadProblem = { text: string; isFinal: boolean }

type UploadEvent =
  | { type: 'chosen'; uploads: readonly ImageUpload[] }
  | { type: 'begun' | 'over'; key: number }
  | { type: 'sent'; key: number; share: number }
  | { type: 'failed'; key: number; problem: UploadProblem }

/** The uploads that are queued, being sent, or have failed, in the order in which they were chosen. */
function changeUploads(uploads: readonly ImageUpload[], event: UploadEvent): readonly ImageUpload[] {
  switch (event.type) {
    case 'chosen':
      return [...uploads, ...event.uploads]
    case 'over':
      return uploads.filter(({ key }) => key !== event.key)
    case 'sent':
      return uploads.map(upload => (upload.key === event.key ? { ...upload, share: event.share } : upload))
    case 'failed':
      return uploads.map(upload => (upload.key === event.key ? { ...upload, problem: event.problem } : upload))
    default:
      // `begun`, possibly a retry.
      return uploads.map(upload => (upload.key === event.key ? withoutProblem(upload) : upload))
  }
}

const withoutProblem = ({ key, file, preview }: ImageUpload): ImageUpload => ({ key, file, preview })
