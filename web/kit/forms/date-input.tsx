import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { dayText, readDayText } from '#domain/format/day-text.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CalendarIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'

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

// Only who opens it loads the calendar.
const calendarPart = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar)

/** A date, typed in Finnish notation or chosen in a calendar. The browser’s own field would use a notation and a first weekday of its own. */
export function DateInput({ value, onChange, onLeave, ...rest }: DateInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<TypedDate>()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  // Once the form has the new value, the previous one would be a change of the form's own.
  if (typed && value === typed.shown && typed.before !== typed.shown) setTyped({ ...typed, before: typed.shown })
  const isTyped = typed !== undefined && (value === typed.before || value === typed.shown)
  const day = readDayText(value)
  useBackCloses(anchor !== null, close)
  const type = (text: string) => {
    const shown = readDayText(text) ?? text
    setTyped({ text, before: value, shown })
    onChange(shown)
  }
  const choose = (chosen: string) => {
    setTyped(undefined)
    close()
    onChange(chosen)
  }
  const leave = () => {
    if (typed && readDayText(typed.text) !== undefined) setTyped(undefined)
    onLeave?.()
  }
  return (
    <>
      <TextInput
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        placeholder={t('dateInput.shape')}
        value={isTyped ? typed.text : day === undefined ? value : dayText(day)}
        onChange={type}
        onLeave={leave}
        check={text => (readDayText(text) === undefined ? t('dateInput.wrong') : undefined)}
        endAdornment={
          <IconButton
            aria-label={t('dateInput.choose', { field: rest.label })}
            aria-haspopup="dialog"
            aria-expanded={anchor !== null}
            onPointerEnter={() => void calendarPart.preload()}
            onClick={event => setAnchor(event.currentTarget)}
            sx={{ pointerEvents: 'auto', mr: -1 }}
          >
            <CalendarIcon size={22} />
          </IconButton>
        }
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': rest.label } }}
      >
        <calendarPart.Part day={day ?? ''} onChoose={choose} waiting={<CalendarRoom />} />
      </Popover>
    </>
  )
}

/** As high as the calendar, which so appears where it stays. */
function CalendarRoom() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ width: 'min(22rem, calc(100vw - 32px))', height: 380 }} />
  )
}
