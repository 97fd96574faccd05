type NoticeSeverity = 'success' | 'info' | 'warning' | 'error'

export type NoticeAction = {
  label: string
  /** The screen reader's label where the visible one is too short, e.g. for "+1". */
  ariaLabel?: string
  onAct: () => void
  /** By default the notice closes after the action. */
  staysOpen?: boolean
  /** Filled, for the main action. */
  filled?: boolean
}

export type NoticeInput = {
  severity: NoticeSeverity
  text: string
  /** A second, quieter line. */
  detail?: string
  action?: NoticeAction
  moreActions?: NoticeAction[]
  /** A notice with the same id is replaced in place, and its time restarts. Without an id, the same text is the same notice. */
  id?: string
  /** Announced in place of the visible text. */
  announcement?: string
  /** Stays until closed, whatever the default of its kind. */
  persist?: boolean
  /** How long it is shown, where that differs from the default of its kind. */
  hideAfterMs?: number
  /** Is about a button of the top bar, so it must not cover the bar. */
  isAboutBar?: boolean
  /** Only text and actions: for a frequent notice that hides by itself and must cover little. */
  plain?: boolean
}

export type Notice = NoticeInput & {
  id: string
  /** Increases with every replacement, which restarts the timer. */
  version: number
  persist: boolean
  isLeaving: boolean
}

const MAX_SHOWN = 3

// Adds, or replaces even a leaving one. A fourth removes the oldest that would hide by itself; if all stay, it waits.
export function addNotice(queue: readonly Notice[], notice: Notice): Notice[] {
  const previous = queue.find(other => other.id === notice.id)
  if (previous !== undefined) {
    return queue.map(other => (other === previous ? { ...notice, version: previous.version + 1 } : other))
  }
  const staying = queue.filter(other => !other.isLeaving)
  const oldestPassing = staying.find(other => !other.persist)
  const cleared = staying.length >= MAX_SHOWN && oldestPassing ? markLeaving(queue, oldestPassing.id) : [...queue]
  return [...cleared, notice]
}

export function markLeaving(queue: readonly Notice[], id: string): Notice[] {
  return queue.map(notice => (notice.id === id ? { ...notice, isLeaving: true } : notice))
}

export function removeNotice(queue: readonly Notice[], id: string): Notice[] {
  return queue.filter(notice => !(notice.id === id && notice.isLeaving))
}

// The notices on the screen, oldest first: those that are leaving, and at most three others.
export function visibleNotices(queue: readonly Notice[]): Notice[] {
  const staying = queue.filter(notice => !notice.isLeaving).slice(0, MAX_SHOWN)
  return queue.filter(notice => notice.isLeaving || staying.includes(notice))
}
