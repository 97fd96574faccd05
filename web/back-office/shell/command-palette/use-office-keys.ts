import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { PATHS } from '#web/kit/paths.ts'

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, option'))

// A dialog, a sheet or a menu handles its own keys.
const isCovered = () => document.querySelector('.MuiModal-root, [aria-modal="true"]') !== null

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Ctrl K anywhere; "/", "?" and g with a letter outside text fields, unless they are turned off. */
export function useOfficeKeys(): void {
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  const run = useEffectEvent((command: KeyCommand) => {
    if (command.kind === 'search') document.querySelector<HTMLElement>('[data-list-search]')?.focus()
    else if (command.kind === 'help') openOfficeView('keys')
    else if (isGoKey(command.letter) && mayOpen(GO_KEYS[command.letter])) void navigate(GO_KEYS[command.letter])
  })
  useEffect(() => {
    const reader = createKeyReader(command => run(command))
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        openOfficeView('palette')
        return
      }
      if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return
      const isOurs = !event.ctrlKey && !event.metaKey && !event.isComposing && !event.repeat
      if (isOurs && areSingleKeysOn() && !isTypedInto(event.target) && !isCovered()) {
        reader.press(event.key.toLowerCase(), event.timeStamp)
        // Prevents Firefox from opening its own search.
        if (event.key === '/') event.preventDefault()
      } else reader.reset()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      reader.reset()
    }
  }, [])
}

const STORAGE_KEY = 'single-keys'
const OFF = 'off'

/** Single-key commands can be turned off, for speech input and against accidental key presses. */
export const areSingleKeysOn = (): boolean => readStored(STORAGE_KEY) !== OFF

export function setSingleKeys(isOn: boolean): void {
  if (isOn) eraseStored(STORAGE_KEY)
  else writeStored(STORAGE_KEY, OFF)
}

/** Pressed after g, these keys open the pages of the back office. */
export const GO_KEYS = {
  h: PATHS.home,
  p: PATHS.products,
  s: PATHS.stock,
  o: PATHS.orders,
  e: PATHS.preorderEvents,
  r: PATHS.preorders,
  l: PATHS.suppliers,
  k: PATHS.stores,
  m: PATHS.messages,
  u: PATHS.users,
  v: PATHS.visitorsLog,
  c: PATHS.closings,
  n: PATHS.reports,
  t: PATHS.settings,
  a: PATHS.audit,
} as const

const isGoKey = (letter: string): letter is keyof typeof GO_KEYS => Object.hasOwn(GO_KEYS, letter)

/** The overlay on any page of the back office: the palette, or the list of keys. */
type OfficeView = 'palette' | 'keys' | undefined

let openView: OfficeView
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function openOfficeView(view: OfficeView): void {
  openView = view
  listeners.forEach(listener => listener())
}

export const useOfficeView = (): OfficeView => useSyncExternalStore(subscribe, () => openView)

// A scanner types faster than this, a person slower.
const ALONE_MS = 60
// How long after g its letter is accepted.
const SEQUENCE_MS = 1500

export type KeyCommand = { kind: 'search' } | { kind: 'help' } | { kind: 'go'; letter: string }

const nothing = () => undefined

/**
 * Turns single keys into commands: "/", "?", and g followed by a letter. A key counts only if no other key comes just before or
 * just after it, which is never true for a scanner's keys. `after` runs its callback once that time has passed.
 */
export function createKeyReader(
  run: (command: KeyCommand) => void,
  after: (act: () => void, ms: number) => () => void = (act, ms) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
) {
  let lastMs = -Infinity
  let beganMs = -Infinity
  let cancel: () => void = nothing
  const act = (key: string, atMs: number) => {
    const isSecond = atMs - beganMs <= SEQUENCE_MS
    beganMs = -Infinity
    if (isSecond) run({ kind: 'go', letter: key })
    else if (key === 'g') beganMs = atMs
    else if (key === '/') run({ kind: 'search' })
    else if (key === '?') run({ kind: 'help' })
  }
  return {
    press(key: string, atMs: number): void {
      cancel()
      const wasAlone = atMs - lastMs > ALONE_MS
      lastMs = atMs
      if (wasAlone) cancel = after(() => act(key, atMs), ALONE_MS)
    },
    /** Cancels a pending key or sequence, such as when the focus is in a field. */
    reset(): void {
      cancel()
      beganMs = -Infinity
    },
  }
}
