/** Begins a round of the work, unless the round before is still going. What goes wrong is told, and the next one tries again. */
export function oneAtATime(work: () => Promise<unknown>, tell: (error: unknown) => void): () => void {
  let isGoing = false
  return () => {
    if (isGoing) return
    isGoing = true
    void work()
      .catch(tell)
      .finally(() => (isGoing = false))
  }
}
