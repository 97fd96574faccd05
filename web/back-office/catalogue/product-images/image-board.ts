import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { inShownOrder, moved } from './image-order.ts'

export type Images = readonly ProductImage[]

/**
 * What the reader sees of a product's images: what the server said last, without those on their way out, in the order
 * that is on its way there. What is done to them reaches the server in the same order.
 */
export function imageBoard(given: Images) {
  let [said, shown] = [given, given]
  let ordersUnderWay = 0
  let lastTurn = Promise.resolve()
  const goingOut = new Set<number>()
  const listeners = new Set<() => void>()
  const show = (images: Images) => {
    shown = images
    for (const tell of listeners) tell()
  }
  const take = (images: Images) => {
    said = images
    const staying = said.filter(({ id }) => !goingOut.has(id))
    show(ordersUnderWay > 0 ? inShownOrder(staying, shown) : staying)
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    shown: () => shown,
    said: () => said,
    take,
    /** After all that was asked for before. The work tells its failures itself. */
    inTurn: (work: () => Promise<void>) => (lastTurn = lastTurn.then(work)),
    /** Gives, once it is to be sent, all ids in the new order; those added since the press are the last. */
    move: (from: number, to: number) => {
      const wanted = moved(shown, from, to)
      show(wanted)
      ordersUnderWay++
      return () => {
        ordersUnderWay--
        return inShownOrder(said, wanted).map(({ id }) => id)
      }
    },
    /** Gives what to call when the server has answered. */
    takeOut: (id: number) => {
      goingOut.add(id)
      take(said)
      return () => void goingOut.delete(id)
    },
  }
}
export type ImageBoard = ReturnType<typeof imageBoard>
