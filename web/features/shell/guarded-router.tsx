import { type ReactNode, useLayoutEffect, useState } from 'react'
import { NavigationType, Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { leaveQuestion } from './leave-question.ts'

type BrowserHistory = ReturnType<typeof createBrowserHistory>
type Target = Parameters<BrowserHistory['push']>[0]
type Shown = Pick<BrowserHistory, 'action' | 'location'>

/** Which entry of the browser's list this is; the router's history counts them. */
const entryNumber = (): unknown => (history.state as { idx?: number } | null)?.idx

const pathOf = (to: Target) => new URL(typeof to === 'string' ? to : (to.pathname ?? ''), location.href).pathname

function unlessAsked(to: Target, go: () => void): void {
  const ask = pathOf(to) === location.pathname ? undefined : leaveQuestion()
  if (ask) ask(go)
  else go()
}

/** Lets links and the app itself lead to another page only if no question stands before it, or once it is answered. */
function guardedNavigator(entries: BrowserHistory) {
  return {
    ...entries,
    push: (to: Target, state?: unknown) => unlessAsked(to, () => entries.push(to, state)),
    replace: (to: Target, state?: unknown) => unlessAsked(to, () => entries.replace(to, state)),
  }
}

/**
 * Tells `show` of each new place, unless a question stands before it. Back and Forward have then moved already: the way
 * is gone back at once, so that the address is right while the reader thinks.
 */
function followEntries(entries: BrowserHistory, show: (shown: Shown) => void): () => void {
  let shownPath = location.pathname
  let shownEntry = entryNumber()
  return entries.listen(({ action, location: next }) => {
    const entry = entryNumber()
    const away = Number(entry) - Number(shownEntry)
    const isStep = action === NavigationType.Pop
    // We are back where we never left.
    if (isStep && away === 0) return
    const ask = isStep && next.pathname !== shownPath ? leaveQuestion() : undefined
    if (ask && away) {
      history.go(-away)
      ask(() => history.go(away))
      return
    }
    shownPath = next.pathname
    shownEntry = entry
    show({ action, location: next })
  })
}

/**
 * The router of the whole app, with a question before an unsaved form is left. Without transitions: what follows a change
 * of address in the same moment must not be drawn at the old one.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [entries] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [navigator] = useState(() => guardedNavigator(entries))
  const [shown, setShown] = useState<Shown>({ action: entries.action, location: entries.location })
  useLayoutEffect(() => followEntries(entries, setShown), [entries])
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}
