import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useState } from 'react'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { arrived, put, searchTextOf, valueToPut } from './search-text.ts'

const PAUSE_MS = 250

type ListSearchProps = {
  value: string
  onChange: (value: string) => void
  label: string
}

/** Searches a moment after the last keystroke. The / key moves the focus to it. */
export function ListSearch({ value, onChange, label }: ListSearchProps) {
  const [kept, setKept] = useState(() => searchTextOf(value))
  const state = arrived(kept, value)
  if (state !== kept) setKept(state)
  const { text } = state
  const search = () => {
    const next = valueToPut(state)
    if (next === undefined) return
    // Uses the latest state: a keystroke may come between this and the next render.
    setKept(now => put(now, next))
    onChange(next)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each letter begins the pause anew
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
        setKept(now => ({ ...now, text: typed }))
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') search()
      }}
      className={FIELD_CLASS}
      sx={{ minHeight: 44, flex: '1 1 240px', width: 'auto', minWidth: 0 }}
    />
  )
}
