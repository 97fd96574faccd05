import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { MOST_LABELS, shelfLabels } from '#contract/catalogue/shelf-labels.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { LABEL_SHEETS, type LabelFormat, labelPlace, labelsPerPage } from '#domain/catalogue/label-sheet.ts'
import { isDay } from '#domain/stores/store-form.ts'
import { todayAt } from '#web/back-office/stores/visits/visit-days.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { i18n } from '#web/kit/i18n/speech.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Selection } from '#web/kit/lists/list-types.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const LANGUAGES = [
  { value: 'fi', label: 'Suomi' },
  { value: 'sv', label: 'Svenska' },
  { value: 'en', label: 'English' },
] as const
const MOST_COPIES = 50

const wholeIn = (text: string, most: number): number | undefined => {
  const number = Number(text.trim())
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

const targetOf = (selection: Selection): Record<string, string> =>
  selection.kind === 'all' ? selection.query : { ids: selection.ids.join(',') }

type LabelsDialogProps = {
  selection: Selection
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
  const [copyCount, startPlace] = [wholeIn(copies, MOST_COPIES), places === 1 ? 1 : wholeIn(start, places)]
  const products = selection.kind === 'all' ? selection.total : selection.ids.length
  const count = products * (copyCount ?? 1)
  const pages = labelPlace(sheet, count - 1 + (startPlace ?? 1) - 1).page + 1
  const isTooMany = count > MOST_LABELS
  const isDayToCome = isDay(day) && day >= today
  const isReady = copyCount !== undefined && startPlace !== undefined && isDayToCome && !isTooMany
  const url = () => {
    const layout = { format, code, copies: copyCount ?? 1, start: startPlace ?? 1 }
    const query = { ...targetOf(selection), ...layout, ...(day !== today && { day }) }
    const address = new URL(requestUrl(shelfLabels.pdf, { query }), location.origin)
    address.searchParams.set('lang', language)
    return address.href
  }
  const wholeFault = (most: number) => t('labels.whole', { most })
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
            error={isDayToCome ? undefined : t('labels.dayPast')}
            onChange={setDay}
          />
          <SelectInput label={t('labels.language')} value={language} onChange={setLanguage} options={LANGUAGES} />
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
            error={copyCount === undefined ? wholeFault(MOST_COPIES) : undefined}
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
              ? t('labels.tooMany', { count: MOST_LABELS })
              : `${t('labels.count', { count })} · ${t('labels.pages', { count: pages })}`}
          </Box>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('labels.help')}</Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {isReady ? (
          <Button variant="contained" component="a" href={url()} target="_blank" rel="noopener" onClick={onClose}>
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
