import { useEffect, useEffectEvent } from 'react'
import { createBurstReader, wedgeKey } from './wedge-burst.ts'

// Far longer than any gap within a burst: a phone at work hands keys on late.
const SILENCE_MS = 250
const MODIFIERS = new Set(['Shift', 'CapsLock', 'NumLock'])

type Field = HTMLInputElement | HTMLTextAreaElement

const focusedField = (): Field | undefined => {
  const focused = document.activeElement
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused : undefined
}

/** Remembers what stands in the focused field. The returned function puts it back, for React to hear as well. */
function keepField(): (() => void) | undefined {
  const field = focusedField()
  if (!field) return undefined
  const before = field.value
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  return () => {
    // React looks away from a value that was set through the element itself.
    own?.set?.call(field, before)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Listens to the whole page for scanners that type. Gives what ends it. */
function listenForBursts(take: (code: string) => void): () => void {
  const reader = createBurstReader()
  let restoreField: (() => void) | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const onSilence = () => {
    const code = reader.fallSilent()
    if (code !== undefined) take(code)
  }
  const onKey = (event: KeyboardEvent) => {
    if (MODIFIERS.has(event.key)) return
    clearTimeout(silence)
    // A key held down repeats as fast as a scanner types; shortcuts and half-made letters are a person's.
    const isPerson = event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey
    const verdict = reader.press(isPerson ? 'other' : wedgeKey(event), event.timeStamp)
    if (verdict.begins) restoreField = keepField()
    if (verdict.restore) restoreField?.()
    if (verdict.swallow) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    if (verdict.code !== undefined) take(verdict.code)
    else silence = setTimeout(onSilence, SILENCE_MS)
  }
  // Before any button or field of the page: a scanner's Enter must press nothing.
  addEventListener('keydown', onKey, { capture: true })
  return () => {
    clearTimeout(silence)
    removeEventListener('keydown', onKey, { capture: true })
  }
}

/** Takes the codes of scanners that type like a keyboard, wherever the focus is, while the view is there. */
export function useWedgeScanner(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => listenForBursts(code => take(code)), [])
}
