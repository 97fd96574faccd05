type NoticeSeverity = 'success' | 'info' | 'warning' | 'error'

export interface NoticeAction {
  label: string
  // What a screen reader hears when the label alone is too short, e.g. for "+1".
  ariaLabel?: string
  onAct: () => void
  // The notice closes after the action unless told to stay.
  keepOpen?: boolean
  // Filled, for the action most wanted.
  filled?: boolean
}

export interface NoticeInput {
  severity: NoticeSeverity
  text: string
  // A second, quieter line.
  detail?: string
  action?: NoticeAction
  moreActions?: NoticeAction[]
  // A notice of the same id is replaced in place, and its time starts again. Without one, the same words are the same notice.
  id?: string
  // What is announced in place of the visible words.
  announcement?: string
  // Stays until closed whatever its kind would do.
  persist?: boolean
  // How long it stands, where that is not what its kind would do.
  hideAfterMs?: number
  // Is about a button of the top bar, so it does not lie upon it.
  isAboutBar?: boolean
  // Only its words and actions: for one that comes often, goes by itself and must cover little.
  plain?: boolean
}

export interface Notice extends NoticeInput {
  id: string
  // Grows with every replacement, so that a timer can start anew.
  version: number
  persist: boolean
  isLeaving: boolean
}

export const MAX_SHOWN = 3

// Adds, or replaces and calls back. A fourth drives out the oldest that would have gone by itself; those that stay wait their turn.
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

// The notices on the screen, oldest first: those on their way out, and at most three others.
export function shownNotices(queue: readonly Notice[]): Notice[] {
  const staying = queue.filter(notice => !notice.isLeaving).slice(0, MAX_SHOWN)
  return queue.filter(notice => notice.isLeaving || staying.includes(notice))
}
