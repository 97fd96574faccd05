import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { type ProductImage, productImages } from '#contract/catalogue/product-images.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** A copy of the list with one item moved. */
export function moveItem<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.toSpliced(from, 1)
  return from in all ? rest.toSpliced(to, 0, ...all.slice(from, from + 1)) : rest
}

/** The server's response in the order that the reader currently sees; items new to the reader come last. */
export function inDisplayOrder<T extends { id: number }>(
  answered: readonly T[],
  displayed: readonly { id: number }[],
): T[] {
  const places = new Map(displayed.map(({ id }, place) => [id, place]))
  return answered.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0)
}

export type ProductImages = readonly ProductImage[]

/**
 * The images of a product as shown: the server's latest list without the images being removed, in the order being sent. Changes
 * reach the server in the order they are made.
 */
export function imageBoard(initial: ProductImages) {
  let received = initial
  let displayed = initial
  let ordersUnderWay = 0
  let lastTurn = Promise.resolve()
  const goingOut = new Set<number>()
  const listeners = new Set<() => void>()
  const display = (images: ProductImages) => {
    displayed = images
    for (const listener of listeners) listener()
  }
  const receive = (images: ProductImages) => {
    received = images
    const staying = received.filter(({ id }) => !goingOut.has(id))
    display(ordersUnderWay > 0 ? inDisplayOrder(staying, displayed) : staying)
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    displayed: () => displayed,
    received: () => received,
    receive,
    /** Runs `work` after all earlier work. The work reports its own failures. */
    inTurn: (work: () => Promise<void>) => (lastTurn = lastTurn.then(work)),
    /** Returns a function that returns all ids in the new order at the time of sending; those added since the move come last. */
    move: (from: number, to: number) => {
      const order = moveItem(displayed, from, to)
      display(order)
      ordersUnderWay++
      return () => {
        ordersUnderWay--
        return inDisplayOrder(received, order).map(({ id }) => id)
      }
    },
    /** Returns the function to call when the server has responded. */
    remove: (id: number) => {
      goingOut.add(id)
      receive(received)
      return () => void goingOut.delete(id)
    },
  }
}

/** A product's images as the reader has ordered them. `accept` passes the server's response on to every page that shows them. */
export function useDisplayedImages(productId: number, loaded: ProductImages) {
  const cache = useQueryClient()
  const [board] = useState(() => imageBoard(loaded))
  const images = useSyncExternalStore(board.subscribe, board.displayed)
  useEffect(() => board.receive(loaded), [board, loaded])
  const accept = (newer: ProductImages) => {
    board.receive(newer)
    cache.setQueriesData<AdminProduct>({ queryKey: queryKey(adminProducts.get) }, product =>
      product?.id === productId ? { ...product, images: [...newer] } : product,
    )
  }
  return { productId, images, board, accept }
}
export type DisplayedImages = ReturnType<typeof useDisplayedImages>

/** Moves and removes images optimistically, and then on the server. */
export function useImageChanges({ productId, images, board, accept }: DisplayedImages) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const announce = useAnnounce()
  const fail = (error: unknown) => {
    // The contract defines `current` as the current images.
    accept(hasCode(error, 'record.changed') ? (error.body['current'] as ProductImages) : board.received())
    notifyFailure(error, 'images-failed')
  }
  const change = (call: () => Promise<ProductImages>) => void board.inTurn(() => call().then(accept, fail))

  const move = (from: number, to: number) => {
    if (from === to || !(to in images)) return
    const idsToSend = board.move(from, to)
    announce(t('productImages.moved', { from: String(from + 1), to: String(to + 1), all: String(images.length) }))
    change(async () => callApi(productImages.order, { params: { id: productId }, body: { ids: idsToSend() } }))
  }
  const remove = ({ id }: ProductImage) => {
    const target = { params: { id: productId, imageId: id } }
    const removed = board.remove(id)
    change(() => callApi(productImages.remove, target).finally(removed))
    const undo = () => change(() => callApi(productImages.restore, target))
    const action = { label: t('common.undo'), ariaLabel: t('productImages.undoRemoval'), onAct: undo }
    notify({ id: `image-${id}`, severity: 'info', text: t('productImages.removed'), action })
  }
  return { move, remove }
}
