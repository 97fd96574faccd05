import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { MAX_LABELS, shelfLabels } from '#contract/catalogue/shelf-labels.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { MAX_LABEL_DAYS_AHEAD } from '#domain/catalogue/printed-shelf-label.ts'
import { LABEL_SHEETS, type LabelFormat, labelPlace, labelsPerPage } from '#domain/catalogue/shelf-label-sheet.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { dayText } from '#domain/format/day-text.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { reloadTouched } from '#web/kit/api/query-client.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { i18n } from '#web/kit/i18n/speech.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { RowSelection } from '#web/kit/lists/list-types.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const LANGUAGE_OPTIONS = [
  { value: 'fi', label: 'Suomi' },
  { value: 'sv', label: 'Svenska' },
  { value: 'en', label: 'English' },
] as const
const MAX_COPIES = 50
/** A browser that restarts opens the tabs of PDFs again, which prints nothing. */
const REMEMBERED_FOR_MS = HOUR_MS

const wholeIn = (text: string, max: number): number | undefined => {
  const number = Number(text.trim())
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined
}

/** What is wrong with the day whose prices are printed. */
function faultOfDay(day: string, today: string): 'dayPast' | 'dayTooLate' | undefined {
  if (!isDay(day) || day < today) return 'dayPast'
  return day > plusDays(today, MAX_LABEL_DAYS_AHEAD) ? 'dayTooLate' : undefined
}

const toTarget = (selection: RowSelection): Record<string, string> =>
  selection.kind === 'all' ? selection.query : { ids: selection.ids.join(',') }

type LabelsDialogProps = {
  selection: RowSelection
  /** The day whose prices are printed; today without it. */
  firstDay?: string
  onClose: () => void
}

/** Chooses the layout of shelf labels, and opens them as a PDF. */
export function LabelsDialog({ selection, firstDay, onClose }: LabelsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const [format, setFormat] = useState<LabelFormat>('a4-24')
  const [language, setLanguage] = useState<string>(LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'fi')
  const [code, setCode] = useState<'unit' | 'case'>('unit')
  const [copies, setCopies] = useState('1')
  const [start, setStart] = useState('1')
  const [today] = useState(() => todayAt())
  const [day, setDay] = useState(firstDay ?? today)
  const sheet = LABEL_SHEETS[format]
  const places = labelsPerPage(sheet)
  const [copyCount, startPlace] = [wholeIn(copies, MAX_COPIES), places === 1 ? 1 : wholeIn(start, places)]
  const products = selection.kind === 'all' ? selection.total : selection.ids.length
  const count = products * (copyCount ?? 1)
  const pages = labelPlace(sheet, count - 1 + (startPlace ?? 1) - 1).page + 1
  const isTooMany = count > MAX_LABELS
  const dayFault = faultOfDay(day, today)
  const isReady = copyCount !== undefined && startPlace !== undefined && dayFault === undefined && !isTooMany
  const url = () => {
    const layout = { format, code, copies: copyCount ?? 1, start: startPlace ?? 1 }
    const until = new Date(serverNow() + REMEMBERED_FOR_MS).toISOString()
    const query = { ...toTarget(selection), ...layout, ...(day !== today && { day }), remember_until: until }
    const address = new URL(requestUrl(shelfLabels.pdf, { query }), location.origin)
    address.searchParams.set('lang', language)
    return address.href
  }
  const close = () => {
    // The tab of the PDF is shown now; back here, what was printed has left the lists that look for it.
    reloadTouched(shelfLabels.pdf, 'later')
    onClose()
  }
  const wholeFault = (max: number) => t('labels.whole', { max })
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('labels.title')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <SelectInput
            label={t('labels.format')}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'a4-24', label: t('labels.a4of24') },
              { value: 'a4-21', label: t('labels.a4of21') },
              { value: 'roll-57x32', label: t('labels.roll') },
            ]}
          />
          <DateInput
            name="day"
            label={t('labels.day')}
            value={day}
            hint={t('labels.dayHint')}
            error={dayFault && t(`labels.${dayFault}`, { day: dayText(plusDays(today, MAX_LABEL_DAYS_AHEAD)) })}
            onChange={setDay}
          />
          <SelectInput
            label={t('labels.language')}
            value={language}
            onChange={setLanguage}
            options={LANGUAGE_OPTIONS}
          />
          <SelectInput
            label={t('labels.code')}
            value={code}
            onChange={setCode}
            options={[
              { value: 'unit', label: t('labels.ofUnit') },
              { value: 'case', label: t('labels.ofCase') },
            ]}
          />
          <TextInput
            label={t('labels.copies')}
            inputMode="numeric"
            value={copies}
            onChange={setCopies}
            error={copyCount === undefined ? wholeFault(MAX_COPIES) : undefined}
          />
          {places > 1 && (
            <TextInput
              label={t('labels.start')}
              hint={t('labels.startHint')}
              inputMode="numeric"
              value={start}
              onChange={setStart}
              error={startPlace === undefined ? wholeFault(places) : undefined}
            />
          )}
          <Box role="status" sx={{ fontWeight: 650 }}>
            {isTooMany
              ? t('labels.tooMany', { count: MAX_LABELS })
              : `${t('labels.count', { count })} · ${t('labels.pages', { count: pages })}`}
          </Box>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('labels.help')}</Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {isReady ? (
          <Button variant="contained" component="a" href={url()} target="_blank" rel="noopener" onClick={close}>
            {t('labels.open')}
          </Button>
        ) : (
          <Button variant="contained" disabled>
            {t('labels.open')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
