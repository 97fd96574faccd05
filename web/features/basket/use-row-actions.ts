import { useLayoutEffect, useRef, useState } from 'react'
import type { BasketActions } from './use-basket-actions.ts'

/** What a row of the basket can do. */
export type RowActions = Pick<BasketActions, 'remove' | 'step'> & Pick<BasketActions['undo'], 'undo'>

/** The same object for the whole visit, so that rows need not be drawn anew for it; it does what the latest actions do. */
export function useRowActions(actions: BasketActions): RowActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [steady] = useState<RowActions>(() => ({
    remove: product => latest.current.remove(product),
    step: (product, by) => latest.current.step(product, by),
    undo: offered => latest.current.undo.undo(offered),
  }))
  return steady
}
