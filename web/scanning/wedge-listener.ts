/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { toScannedCode } from '#domain/catalogue/read-lot.ts'
import { createBurstReader, wedgeKey } from './burst-reader.ts'
import { type Field, setFieldValue } from './field-value.ts'

/** A key pressed before anything listened, and its field's value before it, if it went to a field. */
type EarlyKey = {
  event: KeyboardEvent
  before?: string
}

declare global {
  interface Window {
    /** Defined by first-paint.js. */
    consumeEarlyKeys?: () => EarlyKey[]
  }
}

// The longest time that a page may take to load on a slow line; earlier scans were meant for another page.
const FRESH_MS = 15_000

/** The keys pressed before a scanner listener existed, except those of removed fields. They are returned only once. */
const consumeEarlyKeys = (): EarlyKey[] =>
  (window.consumeEarlyKeys?.() ?? []).filter(
    ({ event: { target, timeStamp } }) =>
      performance.now() - timeStamp < FRESH_MS && target instanceof Node && target.isConnected,
  )

// Far longer than any gap within a burst: a busy phone delivers keys late.
const SILENCE_MS = 250
// After that, no key of a broken scan can follow.
const BREAK_MS = 1000
const MODIFIERS = new Set(['Shift', 'CapsLock', 'NumLock', 'Control', 'Alt', 'AltGraph'])

/** The field that receives a key. */
const getField = ({ target }: KeyboardEvent): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined

/** Returns a function that restores the value that a key's field has now, or `before`. */
function createFieldRestore(event: KeyboardEvent, before?: string): (() => void) | undefined {
  const field = getField(event)
  if (!field) return undefined
  const value = before ?? field.value
  return () => setFieldValue(field, value)
}

/** Listens to the whole page for scanners that type. Returns a function that stops it. */
export function listenForBursts(handleCode: (code: string) => void): () => void {
  const reader = createBurstReader()
  const handleText = (text: string) => handleCode(toScannedCode(text, new Date().getFullYear()))
  let restoreField: (() => void) | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const onBreak = () => {
    const code = reader.breakOff()
    if (code !== undefined) handleText(code)
  }
  const onSilence = () => {
    const code = reader.fallSilent()
    if (code === undefined) silence = setTimeout(onBreak, BREAK_MS - SILENCE_MS)
    else handleText(code)
  }
  const onKey = (event: KeyboardEvent, before?: string) => {
    if (MODIFIERS.has(event.key)) return
    clearTimeout(silence)
    // A held key repeats as fast as a scanner types; shortcuts and composed letters come from a person.
    const isAltGraph = event.getModifierState('AltGraph')
    const isPerson = event.repeat || event.isComposing || event.metaKey || (event.altKey && !isAltGraph)
    const { code, key, shiftKey, ctrlKey } = event
    const pressed = { code, key, shiftKey, ctrlKey, isAltGraph }
    const verdict = reader.press(
      isPerson ? 'other' : wedgeKey(pressed, { inField: getField(event) !== undefined }),
      event.timeStamp,
    )
    if (verdict.begins) restoreField = createFieldRestore(event, before)
    if (verdict.restore) restoreField?.()
    if (verdict.swallow) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    if (verdict.code !== undefined) handleText(verdict.code)
    else silence = setTimeout(onSilence, SILENCE_MS)
  }
  // Runs before any button or field of the page: a scanner's Enter must press nothing.
  const onPress = (event: KeyboardEvent) => onKey(event)
  addEventListener('keydown', onPress, { capture: true })
  for (const { event, before } of consumeEarlyKeys()) onKey(event, before)
  return () => {
    clearTimeout(silence)
    removeEventListener('keydown', onPress, { capture: true })
  }
}
