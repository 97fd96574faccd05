import { createContext, useContext, useEffect, useState } from 'react'

type FieldFocus = {
  /** The field that is to get the focus; a new object for each request. */
  target: { field: string } | undefined
  /** Moves the focus to a field, also to one that a tab hides. */
  seek: (field: string) => void
}

const FieldFocusContext = createContext<FieldFocus>({ target: undefined, seek: focusField })
export const FieldFocusProvider = FieldFocusContext.Provider
export const useFieldFocus = () => useContext(FieldFocusContext)

/**
 * For the frame of a form: tabs inside of it show a field that is sought, and then it gets the focus. An address with the field's
 * name as its hash seeks it at once.
 */
export function useSeekingFocus(): FieldFocus {
  const [target, setTarget] = useState(() => (location.hash === '' ? undefined : { field: location.hash.slice(1) }))
  useEffect(() => {
    if (target) focusField(target.field)
  }, [target])
  return { target, seek: field => setTarget({ field }) }
}

function focusField(field: string): void {
  const input = document.getElementsByName(field)[0] ?? document.getElementsByName(field.split('.')[0] ?? field)[0]
  input?.scrollIntoView({ block: 'center' })
  input?.focus({ preventScroll: true })
}
