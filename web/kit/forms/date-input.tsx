import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ChangeEvent, useRef, useState } from 'react'
import { dayText, readDayText } from '#domain/format/day-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CalendarIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

type DateInputProps = {
  label: string
  /** yyyy-mm-dd; the typed text where that is not a date. */
  value: string
  onChange: (day: string) => void
  name?: string
  required?: boolean
  hint?: string
  error?: string | undefined
  onLeave?: () => void
}

/** The text being typed, the value before it and the value that it produced: any other value is a change of the form's own. */
type TypedDate = {
  text: string
  before: string
  shown: string
}

// Under the button, so that the calendar opens there. Screen readers and the keyboard use the field itself.
const picker = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  opacity: 0,
  pointerEvents: 'none',
  border: 0,
  p: 0,
} as const

function Calendar({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box sx={{ position: 'relative', pointerEvents: 'auto', mr: -1 }}>
      <Box
        component="input"
        type="date"
        ref={input}
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        sx={picker}
      />
      <IconButton aria-label={t('dateInput.calendar')} onClick={() => input.current?.showPicker()}>
        <CalendarIcon size={22} />
      </IconButton>
    </Box>
  )
}

/** A date, typed in Finnish notation or chosen in a calendar. The browser’s own field would use a notation of its own. */
export function DateInput({ value, onChange, onLeave, ...rest }: DateInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<TypedDate>()
  // Once the form has the new value, the previous one would be a change of the form's own.
  if (typed && value === typed.shown && typed.before !== typed.shown) setTyped({ ...typed, before: typed.shown })
  const isTyped = typed !== undefined && (value === typed.before || value === typed.shown)
  const day = readDayText(value)
  const type = (text: string) => {
    const shown = readDayText(text) ?? text
    setTyped({ text, before: value, shown })
    onChange(shown)
  }
  const choose = (chosen: string) => {
    setTyped(undefined)
    onChange(chosen)
  }
  const leave = () => {
    if (typed && readDayText(typed.text) !== undefined) setTyped(undefined)
    onLeave?.()
  }
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      placeholder={t('dateInput.shape')}
      value={isTyped ? typed.text : day === undefined ? value : dayText(day)}
      onChange={type}
      onLeave={leave}
      check={text => (readDayText(text) === undefined ? t('dateInput.wrong') : undefined)}
      endAdornment={<Calendar day={day ?? ''} onChange={choose} />}
    />
  )
}
