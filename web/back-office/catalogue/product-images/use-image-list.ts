import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { type ProductImage, productImages } from '#contract/catalogue/product-images.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { imageBoard, type Images } from './image-board.ts'

/** A product's images as the reader has ordered them. `accept` passes the server's response on to every page that shows them. */
export function useImageList(productId: number, given: Images) {
  const cache = useQueryClient()
  const [board] = useState(() => imageBoard(given))
  const images = useSyncExternalStore(board.subscribe, board.shown)
  useEffect(() => board.take(given), [board, given])
  const accept = (said: Images) => {
    board.take(said)
    cache.setQueriesData<AdminProduct>({ queryKey: queryKeyOf(adminProducts.read) }, product =>
      product?.id === productId ? { ...product, images: [...said] } : product,
    )
  }
  return { productId, images, board, accept }
}
export type ImageList = ReturnType<typeof useImageList>

/** Moves and removes images optimistically, and then on the server. */
export function useImageChanges({ productId, images, board, accept }: ImageList) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const showFailure = useFailureNotice()
  const announce = useAnnounce()
  const fail = (error: unknown) => {
    // The contract defines `current` as the current images.
    accept(hasCode(error, 'record.changed') ? (error.body['current'] as Images) : board.said())
    showFailure(error, 'images-failed')
  }
  const change = (call: () => Promise<Images>) => void board.inTurn(() => call().then(accept, fail))

  const move = (from: number, to: number) => {
    if (from === to || !(to in images)) return
    const idsToSend = board.move(from, to)
    announce(t('productImages.moved', { from: String(from + 1), to: String(to + 1), all: String(images.length) }))
    change(async () => callApi(productImages.order, { params: { id: productId }, body: { ids: idsToSend() } }))
  }
  const remove = ({ id }: ProductImage) => {
    const of = { params: { id: productId, imageId: id } }
    const removed = board.takeOut(id)
    change(() => callApi(productImages.remove, of).finally(removed))
    const undo = () => change(() => callApi(productImages.restore, of))
    const action = { label: t('common.undo'), ariaLabel: t('productImages.undoRemoval'), onAct: undo }
    notify({ id: `image-${id}`, severity: 'info', text: t('productImages.removed'), action })
  }
  return { move, remove }
}
