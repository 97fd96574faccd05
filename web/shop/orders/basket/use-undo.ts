import { useRef, useState } from 'react'
import { basketStore } from './basket-store.ts'
import { dropProduct, lastAdded, mergeBaskets, type Offered, offerUndo, type Undoable } from './undo-list.ts'

const UNDO_MS = 10_000

function takeBack(offered: Offered): void {
  if (offered.kind === 'cleared') basketStore.put(mergeBaskets(offered.before, basketStore.basket()))
  else basketStore.putEntry(offered.productId, offered.before)
}

/** Each change of a visit can be taken back for ten seconds, whatever becomes of its toast. */
export function useUndo() {
  const [offers, setOffers] = useState<readonly Offered[]>([])
  const nextId = useRef(1)
  const withdraw = (id: number) => setOffers(list => list.filter(offered => offered.id !== id))
  return {
    removed: offers.filter(offered => offered.kind === 'removed'),
    cleared: offers.find(offered => offered.kind === 'cleared'),
    lastAdded: (productId: number) => lastAdded(offers, productId),
    /** Gives the offer, for whoever else shows an Undo. */
    offer: (done: Undoable): Offered => {
      const offered = { ...done, id: nextId.current++ }
      setOffers(list => offerUndo(list, offered))
      setTimeout(() => withdraw(offered.id), UNDO_MS)
      return offered
    },
    dropProduct: (productId: number) => setOffers(list => dropProduct(list, productId)),
    undo: (offered: Offered) => {
      takeBack(offered)
      withdraw(offered.id)
    },
  }
}

export type Undo = ReturnType<typeof useUndo>
