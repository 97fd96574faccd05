import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useState } from 'react'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'

const PAUSE_MS = 250

type ListSearchProps = {
  value: string
  onChange: (value: string) => void
  label: string
}

/** Searches a moment after the last keystroke. The / key moves the focus to it. */
export function ListSearch({ value, onChange, label }: ListSearchProps) {
  const [shownText, setShownText] = useState(() => toSearchText(value))
  const state = arrived(shownText, value)
  if (state !== shownText) setShownText(state)
  const { text } = state
  const search = () => {
    const next = valueToPut(state)
    if (next === undefined) return
    // Uses the latest state: a keystroke may come between this and the next render.
    setShownText(now => put(now, next))
    onChange(next)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each keystroke restarts the delay
    const timer = setTimeout(() => searchLater(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Box
      component="input"
      type="search"
      data-list-search
      aria-label={label}
      placeholder={label}
      maxLength={100}
      autoComplete="off"
      enterKeyHint="search"
      value={text}
      onChange={event => {
        const typed = event.currentTarget.value
        setShownText(now => ({ ...now, text: typed }))
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') search()
      }}
      className={FIELD_CLASS}
      sx={{ minHeight: 44, flex: { xs: '1 1 130px', md: '1 1 180px' }, width: '100%', minWidth: 0 }}
    />
  )
}

/** The text in a search field, and its state in the address. */
export type SearchText = {
  text: string
  /** The last value read from the address. */
  applied: string
  /** Values written to the address, oldest first, and not yet read back from it: meanwhile more may have been typed. */
  onTheWay: readonly string[]
}

export const toSearchText = (value: string): SearchText => ({ text: value, applied: value, onTheWay: [] })

/** The value to write to the address next; undefined when the address has it, or soon will. */
export function valueToPut({ text, applied, onTheWay }: SearchText): string | undefined {
  const value = text.trim()
  return value === (onTheWay.at(-1) ?? applied) ? undefined : value
}

export const put = (search: SearchText, value: string): SearchText => ({
  ...search,
  onTheWay: [...search.onTheWay, value],
})

/** Handles a new value of the address. The field follows Back and chips, but not the late echo of its own text. */
export function arrived(search: SearchText, value: string): SearchText {
  if (value === search.applied) return search
  const place = search.onTheWay.indexOf(value)
  if (place >= 0) return { ...search, applied: value, onTheWay: search.onTheWay.slice(place + 1) }
  return { ...toSearchText(value), ...(search.text.trim() === value && { text: search.text }) }
}
