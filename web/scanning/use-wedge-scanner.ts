/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { useEffect, useEffectEvent } from 'react'
import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/barcode.ts'

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
const MODIFIERS = new Set(['Shift', 'CapsLock', 'NumLock'])

type Field = HTMLInputElement | HTMLTextAreaElement

/** The field that receives a key. */
const getField = ({ target }: KeyboardEvent): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined

/** Sets the value of a field so that React notices it. */
export function setFieldValue(field: Field, value: string): void {
  // React ignores a value that was set through the element itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Returns a function that restores the value that a key's field has now, or `before`. */
function createFieldRestore(event: KeyboardEvent, before?: string): (() => void) | undefined {
  const field = getField(event)
  if (!field) return undefined
  const value = before ?? field.value
  return () => setFieldValue(field, value)
}

/** Listens to the whole page for scanners that type. Returns a function that stops it. */
function listenForBursts(handleCode: (code: string) => void): () => void {
  const reader = createBurstReader()
  let restoreField: (() => void) | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const onSilence = () => {
    const code = reader.fallSilent()
    if (code !== undefined) handleCode(code)
  }
  const onKey = (event: KeyboardEvent, before?: string) => {
    if (MODIFIERS.has(event.key)) return
    clearTimeout(silence)
    // A held key repeats as fast as a scanner types; shortcuts and composed letters come from a person.
    const isPerson = event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey
    const verdict = reader.press(
      isPerson ? 'other' : wedgeKey(event, { inField: getField(event) !== undefined }),
      event.timeStamp,
    )
    if (verdict.begins) restoreField = createFieldRestore(event, before)
    if (verdict.restore) restoreField?.()
    if (verdict.swallow) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    if (verdict.code !== undefined) handleCode(verdict.code)
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

type CodeHandler = (code: string) => void

// Handlers of views (the latest gets the codes), and of codes no view takes.
const claims: CodeHandler[] = []
const strays: CodeHandler[] = []
let stopListening: (() => void) | undefined

const dispatch: CodeHandler = code => (claims.at(-1) ?? strays.at(-1))?.(code)

/** Adds a handler to one of the lists; one listener serves them all. Returns the function that removes it. */
function listen(handlers: CodeHandler[], handleCode: CodeHandler): () => void {
  handlers.push(handleCode)
  stopListening ??= listenForBursts(dispatch)
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

/** A key in a scanner's burst: a digit or letter, the scanner's end of line, or any other. */
type WedgeKey = { char: string } | 'end' | 'other'

/** What to do with a key press. */
export type KeyVerdict = {
  /** The page must not receive it. */
  swallow: boolean
  /** The first key of a burst: the caller should save the field's value. */
  begins?: true
  /** The keys so far came from a scanner: what they typed must be removed. */
  restore?: true
  code?: string
}

const BURST_GAP_MS = 50
// A person does not type four keys in a row this fast.
const SURE_AFTER_KEYS = 4

const PASS: KeyVerdict = { swallow: false }
const SWALLOW: KeyVerdict = { swallow: true }

/** Distinguishes a scanner that types like a keyboard from a person. Times are milliseconds of one clock. */
export function createBurstReader() {
  let text = ''
  let lastMs = -Infinity

  const end = (): string => {
    const whole = text
    text = ''
    lastMs = -Infinity
    return whole
  }
  const press = (key: WedgeKey, atMs: number): KeyVerdict => {
    const goesOn = atMs - lastMs <= BURST_GAP_MS
    const isSure = goesOn && text.length >= SURE_AFTER_KEYS
    if (key === 'end') return isSure ? { swallow: true, code: end() } : (end(), PASS)
    if (key === 'other') return (end(), PASS)
    lastMs = atMs
    text = goesOn ? text + key.char : key.char
    if (text.length === 1) return { swallow: false, begins: true }
    if (text.length === SURE_AFTER_KEYS) return { swallow: true, restore: true }
    return isSure ? SWALLOW : PASS
  }
  /**
   * Called once no key has come for a while: a scanner without an end of line has then read a whole code. A partial code stays: a
   * busy page delivers keys late, and the next key's own time shows whether it belongs to them.
   */
  const fallSilent = (): string | undefined =>
    normaliseGtin(text) !== undefined && hasValidCheckDigit(text) ? end() : undefined
  return { press, fallSilent }
}

/**
 * Uses the position of the key, so that a phone's keyboard layout can't change digits. Letters typed into a field belong to it,
 * however fast: the codes on goods are digits, and texts may be pasted key by key.
 */
export function wedgeKey(
  { code, key, shiftKey }: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>,
  { inField = false } = {},
): WedgeKey {
  const [, digit, letter] = /^(?:(?:Digit|Numpad)(\d)|Key([A-Z]))$/.exec(code) ?? []
  if (digit !== undefined) return { char: digit }
  if (letter !== undefined && inField) return 'other'
  if (letter !== undefined) return { char: shiftKey ? letter : letter.toLowerCase() }
  return key === 'Enter' || key === 'Tab' ? 'end' : 'other'
}
