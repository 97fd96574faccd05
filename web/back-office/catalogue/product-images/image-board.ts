import type { ProductImage } from '#contract/catalogue/product-images.ts'

/** A copy of the list with one item moved. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.toSpliced(from, 1)
  return from in all ? rest.toSpliced(to, 0, ...all.slice(from, from + 1)) : rest
}

/** The server's response in the order that the reader currently sees; items new to the reader come last. */
export function inShownOrder<T extends { id: number }>(answered: readonly T[], shown: readonly { id: number }[]): T[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]))
  return answered.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0)
}

export type Images = readonly ProductImage[]

/**
 * The images of a product as shown: the server's latest list without the images being removed, in the order being sent. Changes
 * reach the server in the order they are made.
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
    /** Runs `work` after all earlier work. The work reports its own failures. */
    inTurn: (work: () => Promise<void>) => (lastTurn = lastTurn.then(work)),
    /** Returns a function that returns all ids in the new order at the time of sending; those added since the move come last. */
    move: (from: number, to: number) => {
      const wanted = moved(shown, from, to)
      show(wanted)
      ordersUnderWay++
      return () => {
        ordersUnderWay--
        return inShownOrder(said, wanted).map(({ id }) => id)
      }
    },
    /** Returns the function to call when the server has responded. */
    takeOut: (id: number) => {
      goingOut.add(id)
      take(said)
      return () => void goingOut.delete(id)
    },
  }
}
