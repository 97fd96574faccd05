import { useMemo } from 'react'
import { useSteady } from '#web/kit/ui/use-steady.ts'
import type { BasketActions } from './use-basket-actions.ts'

/** What a row of the basket can do. */
export type RowActions = Pick<BasketActions, 'remove' | 'step'> & Pick<BasketActions['undo'], 'undo'>

/** The same object for the whole visit, so that rows need not be drawn anew for it; it does what the latest actions do. */
export function useRowActions(actions: BasketActions): RowActions {
  const remove = useSteady(actions.remove)
  const step = useSteady(actions.step)
  const undo = useSteady(actions.undo.undo)
  return useMemo(() => ({ remove, step, undo }), [remove, step, undo])
}
