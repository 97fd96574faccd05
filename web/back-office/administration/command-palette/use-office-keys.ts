import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { GO_KEYS, isGoKey } from './go-keys.ts'
import { createKeyReader, type KeyCommand } from './lone-keys.ts'
import { showOfficeView } from './office-view.ts'
import { areSingleKeysOn } from './single-keys.ts'

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

// A dialog, a sheet or a menu handles its own keys.
const isCovered = () => document.querySelector('.MuiModal-root') !== null

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Ctrl K anywhere; "/", "?" and g with a letter outside text fields, unless they are turned off. */
export function useOfficeKeys(): void {
  const navigate = useNavigate()
  const run = useEffectEvent((command: KeyCommand) => {
    if (command.kind === 'search') document.querySelector<HTMLElement>('[data-list-search]')?.focus()
    else if (command.kind === 'help') showOfficeView('keys')
    else if (isGoKey(command.letter)) void navigate(GO_KEYS[command.letter])
  })
  useEffect(() => {
    const reader = createKeyReader(command => run(command))
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        showOfficeView('palette')
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
