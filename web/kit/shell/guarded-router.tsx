import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { closeTopLayer, hasLayers, onLayers } from '#web/kit/ui/layers.ts'
import { leaveQuestion, PageHistory, type HistoryEntry } from './page-history.ts'

function openHistory() {
  const entries = createBrowserHistory({ v5Compat: true })
  const pages = new PageHistory(entries, { window, layers: { hasLayers, closeTopLayer, onLayers }, leaveQuestion })
  const { push, replace, go } = pages
  return { entries, pages, navigator: { ...entries, push, replace, go } }
}

/**
 * The app's router. It asks before an unsaved form is left, and Back closes what lies over a page. Without transitions: updates
 * made together with a change of address must not render at the old one.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [{ entries, pages, navigator }] = useState(openHistory)
  const [entry, setEntry] = useState<HistoryEntry>({ action: entries.action, location: entries.location })
  useLayoutEffect(() => pages.listen(setEntry), [pages])
  return (
    <Router location={entry.location} navigationType={entry.action} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}
