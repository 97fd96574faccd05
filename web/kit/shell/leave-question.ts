/** Asks the user, and calls `leave` if the page may be left. */
export type LeaveQuestion = (leave: () => void) => void

const questions: LeaveQuestion[] = []

/** Calls `ask` before every navigation to another page, until the returned function is called. */
export function askBeforeLeaving(ask: LeaveQuestion): () => void {
  questions.push(ask)
  return () => void questions.splice(questions.indexOf(ask) >>> 0, 1)
}

/** The question to ask before the next page, if any. */
export const leaveQuestion = (): LeaveQuestion | undefined => questions.at(-1)
