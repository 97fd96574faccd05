/** Asks the reader, and calls `leave` if the page may be left. */
export type LeaveQuestion = (leave: () => void) => void

const questions: LeaveQuestion[] = []

/** From now on whatever leads to another page is put to `ask` first, until the returned function is called. */
export function askBeforeLeaving(ask: LeaveQuestion): () => void {
  questions.push(ask)
  return () => void questions.splice(questions.indexOf(ask) >>> 0, 1)
}

/** The question that stands before the next page, if any. */
export const leaveQuestion = (): LeaveQuestion | undefined => questions.at(-1)
