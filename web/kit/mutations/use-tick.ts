import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureNotice } from './use-failure-notice.ts'

type TickInput<Answer, Tick> = {
  /** The query that shows the tick. */
  key: QueryKey
  send: (tick: Tick) => Promise<unknown>
  /** The response with the tick in it. */
  put: (shown: Answer, tick: Tick) => Answer
}

/** Ticks are shown at once, also on a slow network; a failure takes them back. */
export function useTick<Answer, Tick extends { isTicked: boolean }>({ key, send, put }: TickInput<Answer, Tick>) {
  const cache = useQueryClient()
  const notifyFailure = useFailureNotice()
  const putTick = (tick: Tick) => cache.setQueryData<Answer>(key, shown => shown && put(shown, tick))
  const { mutate } = useMutation({
    mutationFn: send,
    onMutate: async (tick: Tick) => {
      await cache.cancelQueries({ queryKey: key })
      putTick(tick)
    },
    onError: (error, tick) => {
      notifyFailure(error)
      putTick({ ...tick, isTicked: !tick.isTicked })
    },
  })
  return mutate
}
