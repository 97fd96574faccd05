import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { isLotNumber, lastDay, lotKey, parseLotKey } from '#domain/catalogue/lot.ts'
import { DAY_MS } from '#domain/durations.ts'
import { shortDayText } from '#domain/format/day-text.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { LotChoices } from './lot-choices.tsx'

type DateDialogProps = {
  name: string
  timeZone: string
  /** The line's lot: a key of `lotKey`. */
  chosen: string | undefined
  /** The date of the line before. */
  last: string | undefined
  /** Of whose lots one may be chosen. */
  stocked?: { storeId: number; productId: number } | undefined
  onChoose: (key: string | undefined) => void
  onClose: () => void
}

const calendarPart = lazyPart(async () => (await import('#web/kit/forms/day-calendar.tsx')).DayCalendar)

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const rowStyles = { display: 'flex', flexWrap: 'wrap', gap: 1 } as const

/** The date on the packages of a line, by one press; a second kind of date is another. */
export function DateDialog({ name, timeZone, chosen, last, stocked, onChoose, onClose }: DateDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const lot = parseLotKey(chosen ?? '')
  const [isUseBy, setUseBy] = useState((chosen ?? last ?? '').startsWith('u'))
  const [typed, setTyped] = useState(lot?.lot ?? '')
  const number = typed.replaceAll(/\s/g, '')
  const isNumberValid = number === '' || isLotNumber(number)
  const toKey = (day: string, hasToBeUsed: boolean) =>
    lotKey({ ...(isNumberValid && { lot: number }), [hasToBeUsed ? 'useBy' : 'bestBefore']: day })
  const choose = (key: string | undefined) => {
    onChoose(key)
    onClose()
  }
  const day = lot && lastDay(lot)
  const changeKind = (hasToBeUsed: boolean) => {
    setUseBy(hasToBeUsed)
    if (day !== undefined) onChoose(toKey(day, hasToBeUsed))
  }
  const changeNumber = (text: string) => {
    setTyped(text)
    const changed = text.replaceAll(/\s/g, '')
    if (changed !== '' && !isLotNumber(changed)) return
    const { bestBefore, useBy } = lot ?? {}
    const key = lotKey({
      lot: changed,
      ...(bestBefore !== undefined && { bestBefore }),
      ...(useBy !== undefined && { useBy }),
    })
    onChoose(key === '' ? undefined : key)
  }
  const today = todayAt(timeZone)
  const lastDate = lastDay(parseLotKey(last ?? '') ?? {})
  const days = [
    ...(lastDate === undefined
      ? []
      : [{ label: t('stock.sameAsLast', { day: shortDayText(lastDate) }), day: lastDate }]),
    { label: t('stock.tomorrow'), day: addDays(today, 1) },
    { label: t('stock.inThreeDays'), day: addDays(today, 3) },
    { label: t('stock.inWeek'), day: addDays(today, 7) },
  ]
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} place="foot" maxWidth="xs">
      <DialogTitle id={id} component="h2" sx={{ pb: 1 }}>
        {name}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, pb: 1 }}>
        {stocked && <LotChoices {...stocked} chosen={chosen} onChoose={choose} />}
        <Box role="group" aria-label={t('stock.dateKind')} sx={rowStyles}>
          {[false, true].map(kind => (
            <button
              type="button"
              key={String(kind)}
              className={CHOICE_CLASS}
              aria-pressed={isUseBy === kind}
              onClick={() => changeKind(kind)}
            >
              {t(kind ? 'stock.useBy' : 'stock.bestBefore')}
            </button>
          ))}
        </Box>
        <TextInput
          label={t('stock.lotTyped')}
          value={typed}
          onChange={changeNumber}
          autoComplete="off"
          error={isNumberValid ? undefined : t('stock.lotInvalid')}
        />
        <Box role="group" aria-label={t('stock.date')} sx={rowStyles}>
          {days.map(each => (
            <button
              type="button"
              key={each.label}
              className={CHOICE_CLASS}
              aria-pressed={day === each.day}
              onClick={() => choose(toKey(each.day, isUseBy))}
            >
              {each.label}
            </button>
          ))}
        </Box>
        <Box sx={{ minHeight: 380, mx: { xs: -2, sm: 0 } }}>
          <calendarPart.Part
            day={day ?? ''}
            leavesFocus={typed !== ''}
            onChoose={each => choose(toKey(each, isUseBy))}
            waiting={<Box role="status" aria-label={t('common.loading')} sx={{ height: 380 }} />}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        {chosen !== undefined && <Button onClick={() => choose(undefined)}>{t('stock.removeDate')}</Button>}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
