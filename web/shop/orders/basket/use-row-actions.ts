import { useMemo } from 'react'
import { useSteady } from '#web/kit/ui/use-steady.ts'
import type { BasketActions } from './use-basket-actions.ts'

/** The actions of a basket row. */
export type RowActions = Pick<BasketActions, 'remove' | 'step'> & Pick<BasketActions['undo'], 'undo'>

/** The same object for the whole visit, so that rows don't rerender for it; it calls the latest actions. */
export function useRowActions(actions: BasketActions): RowActions {
  const remove = useSteady(actions.remove)
  const step = useSteady(actions.step)
  const undo = useSteady(actions.undo.undo)
  return useMemo(() => ({ remove, step, undo }), [remove, step, undo])
}
