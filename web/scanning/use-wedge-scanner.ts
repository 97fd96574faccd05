import { useEffect, useEffectEvent } from 'react'

type CodeHandler = (code: string) => void

// Handlers of views (the latest gets the codes), and of codes no view takes.
const claims: CodeHandler[] = []
const strays: CodeHandler[] = []
let stopListening: (() => void) | undefined

/** Loaded behind the page: first-paint.js keeps the keys that are pressed before. */
async function start(): Promise<void> {
  const { listenForBursts } = await import('./wedge-listener.ts')
  if (claims.length + strays.length > 0) stopListening ??= listenForBursts(dispatch)
}

const dispatch: CodeHandler = code => (claims.at(-1) ?? strays.at(-1))?.(code)

/** Adds a handler to one of the lists; one listener serves them all. Returns the function that removes it. */
function listen(handlers: CodeHandler[], handleCode: CodeHandler): () => void {
  handlers.push(handleCode)
  void start()
  return () => {
    handlers.splice(handlers.indexOf(handleCode) >>> 0, 1)
    if (claims.length + strays.length > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

/**
 * Handles the codes of scanners that type like a keyboard, wherever the focus is, while the view is mounted. Only the latest view
 * receives them.
 */
export function useWedgeScanner(onCode: CodeHandler): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => listen(claims, code => handleCode(code)), [])
}

/** Handles the codes that no view on the screen takes, while `isOn`. */
export function useStrayScans(isOn: boolean, onCode: CodeHandler): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => (isOn ? listen(strays, code => handleCode(code)) : undefined), [isOn])
}
