import { useEffect, useEffectEvent } from 'react'
import { createBurstReader, wedgeKey } from './wedge-burst.ts'

/** A key that was pressed before anything listened, and what stood in its field then, if a field had it. */
interface EarlyKey {
  event: KeyboardEvent
  before?: string
}

declare global {
  interface Window {
    /** Of first-paint.js. */
    takeEarlyKeys?: () => EarlyKey[]
  }
}

// As long as a page may take to come on a slow line; what was scanned before means another page.
const FRESH_MS = 15_000

/** The keys that were pressed before anything listened for scanners, but for those of fields that are gone. They are handed out once. */
const takeEarlyKeys = (): EarlyKey[] =>
  (window.takeEarlyKeys?.() ?? []).filter(
    ({ event: { target, timeStamp } }) =>
      performance.now() - timeStamp < FRESH_MS && target instanceof Node && target.isConnected,
  )

// Far longer than any gap within a burst: a phone at work hands keys on late.
const SILENCE_MS = 250
const MODIFIERS = new Set(['Shift', 'CapsLock', 'NumLock'])

type Field = HTMLInputElement | HTMLTextAreaElement

/** The field that a key goes to. */
const fieldOf = ({ target }: KeyboardEvent): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined

/** Puts a value into a field, for React to hear as well. */
export function setFieldValue(field: Field, value: string): void {
  // React looks away from a value that was set through the element itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Remembers what stands in a key's field, or stood `before`. The returned function puts it back. */
function keepField(event: KeyboardEvent, before?: string): (() => void) | undefined {
  const field = fieldOf(event)
  if (!field) return undefined
  const value = before ?? field.value
  return () => setFieldValue(field, value)
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
  const onKey = (event: KeyboardEvent, before?: string) => {
    if (MODIFIERS.has(event.key)) return
    clearTimeout(silence)
    // A key held down repeats as fast as a scanner types; shortcuts and half-made letters are a person's.
    const isPerson = event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey
    const verdict = reader.press(
      isPerson ? 'other' : wedgeKey(event, { inField: fieldOf(event) !== undefined }),
      event.timeStamp,
    )
    if (verdict.begins) restoreField = keepField(event, before)
    if (verdict.restore) restoreField?.()
    if (verdict.swallow) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    if (verdict.code !== undefined) take(verdict.code)
    else silence = setTimeout(onSilence, SILENCE_MS)
  }
  // Before any button or field of the page: a scanner's Enter must press nothing.
  const onPress = (event: KeyboardEvent) => onKey(event)
  addEventListener('keydown', onPress, { capture: true })
  for (const { event, before } of takeEarlyKeys()) onKey(event, before)
  return () => {
    clearTimeout(silence)
    removeEventListener('keydown', onPress, { capture: true })
  }
}

type Take = (code: string) => void

// Views that take codes, the latest first; and who takes what no view does.
const claims: Take[] = []
const strays: Take[] = []
let stopListening: (() => void) | undefined

const dispatch: Take = code => (claims.at(-1) ?? strays.at(-1))?.(code)

/** Adds a taker to one of the lists; one listener serves them all. Gives what takes it off. */
function listen(takers: Take[], take: Take): () => void {
  takers.push(take)
  stopListening ??= listenForBursts(dispatch)
  return () => {
    takers.splice(takers.indexOf(take) >>> 0, 1)
    if (claims.length + strays.length > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

/**
 * Takes the codes of scanners that type like a keyboard, wherever the focus is, while the view is there. The view that
 * came last has them alone.
 */
export function useWedgeScanner(onCode: Take): void {
  const take = useEffectEvent(onCode)
  useEffect(() => listen(claims, code => take(code)), [])
}

/** Takes the codes that no view on the screen takes, while `isOn`. */
export function useStrayScans(isOn: boolean, onCode: Take): void {
  const take = useEffectEvent(onCode)
  useEffect(() => (isOn ? listen(strays, code => take(code)) : undefined), [isOn])
}
