import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Keeps an element readable while a dialog is open: dialogs hide every other child of body from screen readers, but messages must
 * still be announced. Returns a function that stops it.
 */
export function exposeAlways(element: HTMLElement): () => void {
  const expose = () => {
    if (element.hasAttribute('aria-hidden')) element.removeAttribute('aria-hidden')
  }
  const observer = new MutationObserver(expose)
  observer.observe(element, { attributes: true, attributeFilter: ['aria-hidden'] })
  expose()
  return () => observer.disconnect()
}

const SPOKEN_MS = 10_000

const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Announces a sentence to screen readers, in order, even while a dialog is open. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}

const HIDDEN_STYLE = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const

/** The app's one polite live region: a child of body from the start, so that screen readers register it before it is used. */
export function LiveRegionProvider({ children }: { children: ReactNode }) {
  const [sentences, setSentences] = useState<{ id: number; text: string }[]>([])
  const nextId = useRef(1)
  const region = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    const id = nextId.current++
    setSentences(spoken => [...spoken, { id, text }])
    setTimeout(() => setSentences(spoken => spoken.filter(sentence => sentence.id !== id)), SPOKEN_MS)
  }, [])
  useEffect(() => (region.current === null ? undefined : exposeAlways(region.current)), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {createPortal(
        <div ref={region} role="status" aria-live="polite" aria-atomic="false" style={HIDDEN_STYLE}>
          {sentences.map(sentence => (
            <p key={sentence.id}>{sentence.text}</p>
          ))}
        </div>,
        document.body,
      )}
    </AnnounceContext>
  )
}
