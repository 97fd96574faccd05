import { useEffect, useRef } from 'react'
import type { Session } from '#contract/accounts/sessions.ts'
import { hasLostFocus } from '#web/kit/ui/has-lost-focus.ts'

/** To the button of this session; without one, to the page's name. */
function focusOn(list: HTMLElement | null, id: string | undefined): void {
  const button = id === undefined ? null : list?.querySelector<HTMLElement>(`[data-end="${id}"]`)
  const target = button ?? list?.closest('main')?.querySelector<HTMLElement>('h1')
  target?.focus()
}

/** Where one goes on by keyboard when the button that had the focus goes, in the list of one's other sessions. */
export function useRowFocus(others: readonly Session[], isLocked: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const wasLocked = useRef(isLocked)
  const firstId = others[0]?.id
  useEffect(() => {
    // The code that opened the buttons had its own, which is gone; so are these once the time to use them is over.
    if (wasLocked.current !== isLocked && hasLostFocus()) focusOn(list.current, firstId)
    wasLocked.current = isLocked
  }, [isLocked, firstId])
  return {
    list,
    /** To the next one's, or the last one's. */
    leave: (session: Session) => {
      const index = others.indexOf(session)
      focusOn(list.current, (others[index + 1] ?? others[index - 1])?.id)
    },
    leaveAll: () => focusOn(list.current, undefined),
  }
}
