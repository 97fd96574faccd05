import { NavigationType, type UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

/** Asks the user, and calls `leave` if the page may be left. */
export type LeaveQuestion = (leave: () => void) => void

const leaveQuestions: LeaveQuestion[] = []

/** Calls `ask` before every navigation to another page, until the returned function is called. */
export function addLeaveQuestion(question: LeaveQuestion): () => void {
  leaveQuestions.push(question)
  return () => void leaveQuestions.splice(leaveQuestions.indexOf(question) >>> 0, 1)
}

/** The question to ask before the next page, if any. */
export const leaveQuestion = (): LeaveQuestion | undefined => leaveQuestions.at(-1)

type BrowserEntries = ReturnType<typeof createBrowserHistory>
type EntryTarget = Parameters<BrowserEntries['push']>[0]
export type HistoryEntry = Pick<BrowserEntries, 'action' | 'location'>

type BrowserParts = {
  window: Pick<Window, 'history' | 'location'>
  /** The layers over the page. */
  layers: { hasLayers: () => boolean; closeTopLayer: () => void; onLayers: (listener: () => void) => () => void }
  /** The question to ask before another page is shown, if any. */
  leaveQuestion: () => LeaveQuestion | undefined
}

type EntryState = { idx?: number; layer?: true } | null

/**
 * The browser answers every step with popstate, on a busy phone after more than half a second. A timeout that is too short is
 * worse than a wait: the late step would leave the page that was opened meanwhile.
 */
const LOST_MS = 5000

/**
 * The browser's list of entries as the app uses it. Each page is one entry. While a layer lies over the page, the page's entry is
 * followed by one more, the mark: Back leads from it to the page and closes the layer. The mark is removed with the last layer,
 * and no navigation leads to one that is left over.
 */
export class PageHistory {
  readonly #entries: BrowserEntries
  readonly #around: BrowserParts
  #onEntry: (shown: HistoryEntry) => void = () => undefined
  #shownEntry: number
  #shownPath: string
  #wasMarked: boolean
  /** A step started by the app is under way: other changes wait. */
  #lost: ReturnType<typeof setTimeout> | undefined
  readonly #waiting: (() => void)[] = []
  /**
   * Back has just led from the mark to this place, so the mark is still the next entry. Browsers would skip a new one, since the
   * user has not pressed anything on the page for it.
   */
  #beforeMark: string | undefined

  constructor(entries: BrowserEntries, around: BrowserParts) {
    this.#entries = entries
    this.#around = around
    this.#wasMarked = this.#isMarked()
    this.#shownEntry = this.#pageEntry()
    this.#shownPath = around.window.location.pathname
  }

  push = (to: EntryTarget, state?: unknown): void => this.#afterQuestion(to, () => this.#push(to, state))
  replace = (to: EntryTarget, state?: unknown): void => this.#afterQuestion(to, () => this.#replace(to, state))

  /** Moves this many pages back or forward. */
  go = (pages: number): void => this.#inTurn(() => this.#step(this.#isMarked() && pages < 0 ? pages - 1 : pages))

  /** Calls back for each new place. Returns the unsubscribe function. */
  listen(onEntry: (shown: HistoryEntry) => void): () => void {
    this.#onEntry = onEntry
    const stops = [
      this.#entries.listen(change => this.#onChange(change)),
      this.#around.layers.onLayers(() => queueMicrotask(() => this.#settle())),
    ]
    this.#settle()
    return () => stops.forEach(stop => stop())
  }

  get #state(): EntryState {
    return this.#around.window.history.state as EntryState // Written by the router's history, and here.
  }

  #isMarked = (): boolean => this.#state?.layer === true
  #pageEntry = (): number => (this.#state?.idx ?? 0) - (this.#isMarked() ? 1 : 0)
  #place = (): string => `${this.#state?.idx} ${this.#around.window.location.href}`

  #afterQuestion(to: EntryTarget, go: () => void): void {
    const { location } = this.#around.window
    const path = new URL(typeof to === 'string' ? to : (to.pathname ?? ''), location.href).pathname
    const question = path === location.pathname ? undefined : this.#around.leaveQuestion()
    if (question) question(go)
    else go()
  }

  /** The new page replaces the mark: Back leads from it to the page that the dialog was on. */
  #push(to: EntryTarget, state?: unknown): void {
    this.#inTurn(() => (this.#isMarked() ? this.#entries.replace(to, state) : this.#entries.push(to, state)))
  }

  #replace(to: EntryTarget, state?: unknown): void {
    this.#inTurn(() => {
      if (!this.#isMarked()) return this.#entries.replace(to, state)
      this.#waiting.unshift(() => this.#replace(to, state))
      return this.#step(-1)
    })
  }

  #inTurn(act: () => void): void {
    if (this.#lost === undefined) act()
    else this.#waiting.push(act)
  }

  #onChange({ action, location }: HistoryEntry): void {
    if (action !== NavigationType.Pop) return this.#openPage({ action, location })
    const entry = this.#state?.idx ?? 0
    const isMarked = this.#isMarked()
    const away = this.#pageEntry() - this.#shownEntry
    if (this.#endStep() && away === 0) return this.#settle()
    if (away === 0) return isMarked ? this.#settle() : this.#closeLayer()
    const question = location.pathname === this.#shownPath ? undefined : this.#around.leaveQuestion()
    if (!question) return this.#openPage({ action, location })
    // The step is undone at once, so that the address is right while the user decides.
    this.#step(this.#shownEntry + (this.#wasMarked ? 1 : 0) - entry)
    // The question's mark has replaced the entries ahead.
    return question(() => (away < 0 ? this.go(away) : this.#push(location, location.state)))
  }

  #closeLayer(): void {
    if (!this.#around.layers.hasLayers()) return
    this.#beforeMark = this.#place()
    this.#around.layers.closeTopLayer()
    // There may be another layer, or this one may refuse to close now.
    setTimeout(() => this.#settle())
  }

  #openPage(shown: HistoryEntry): void {
    this.#shownEntry = this.#pageEntry()
    this.#shownPath = shown.location.pathname
    this.#wasMarked = this.#isMarked()
    this.#onEntry(shown)
    queueMicrotask(() => this.#settle())
  }

  #step(entries: number): void {
    this.#lost = setTimeout(() => this.#endStep() && this.#settle(), LOST_MS)
    this.#around.window.history.go(entries)
  }

  /** Returns whether a step was under way. */
  #endStep(): boolean {
    const wasUnderWay = this.#lost !== undefined
    clearTimeout(this.#lost)
    this.#lost = undefined
    return wasUnderWay
  }

  /** The mark exists if, and only if, a layer lies over the page. */
  #settle(): void {
    while (this.#lost === undefined && this.#waiting.length > 0) this.#waiting.shift()?.()
    if (this.#lost !== undefined) return
    const [hasLayers, isMarked] = [this.#around.layers.hasLayers(), this.#isMarked()]
    this.#wasMarked = hasLayers
    if (hasLayers && !isMarked) this.#mark()
    else if (isMarked && !hasLayers) this.#step(-1)
    if (!hasLayers) this.#beforeMark = undefined
  }

  #mark(): void {
    if (this.#beforeMark === this.#place()) return this.#step(1)
    const { history } = this.#around.window
    history.pushState({ ...this.#state, idx: (this.#state?.idx ?? 0) + 1, layer: true }, '')
  }
}
