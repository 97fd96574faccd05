import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useState } from 'react'
import { fieldLook } from '#web/ui/field-frame.tsx'

const PAUSE_MS = 250

interface ListSearchProps {
  value: string
  onChange: (value: string) => void
  label: string
}

/** Searches as one types, a moment after the last letter. The key / leads to it. */
export function ListSearch({ value, onChange, label }: ListSearchProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Back, or a chip, changed the address: the field follows.
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  const search = () => {
    if (text.trim() !== value) onChange(text.trim())
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
      onChange={event => setText(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Enter') search()
      }}
      sx={{ ...fieldLook, minHeight: 48, flex: '1 1 240px', width: 'auto', minWidth: 0 }}
    />
  )
}
