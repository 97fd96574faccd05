import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { MAX_LABELS } from '#contract/catalogue/shelf-labels.ts'
import { type ReducedLot, reducedLots } from '#contract/stock/reduced-lots.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { countRedLabels } from '#domain/catalogue/red-label.ts'
import { LABEL_SHEETS, type LabelFormat, labelPlace, labelsPerPage } from '#domain/catalogue/shelf-label-sheet.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import { i18n } from '#web/kit/i18n/speech.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

type LabelledPart = 'due' | 'marked'

type RedLabelsDialogProps = {
  store: StockStore
  lots: readonly ReducedLot[]
  onClose: () => void
}

/** Chooses which red labels are printed and on what, and opens them as a PDF. */
export function RedLabelsDialog({ store, lots, onClose }: RedLabelsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const printable = lots.filter(lot => lot.has_code)
  const parts: Record<LabelledPart, ReducedLot[]> = {
    due: printable.filter(lot => lot.marked_at === null),
    marked: printable.filter(lot => lot.marked_at !== null),
  }
  const [which, setWhich] = useState<LabelledPart>(parts.due.length > 0 ? 'due' : 'marked')
  const [copies, setCopies] = useState<'package' | 'lot'>('package')
  const [format, setFormat] = useState<LabelFormat>('a4-24')
  const [language, setLanguage] = useState<string>(LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'fi')
  const [start, setStart] = useState('1')
  const places = labelsPerPage(LABEL_SHEETS[format])
  const startPlace =
    places === 1 ? 1 : /^[1-9]\d?$/.test(start.trim()) && Number(start) <= places ? Number(start) : undefined
  const count = parts[which].reduce((sum, lot) => sum + countRedLabels(lot, copies), 0)
  const pages = labelPlace(LABEL_SHEETS[format], count - 1 + (startPlace ?? 1) - 1).page + 1
  const isReady = startPlace !== undefined && count > 0 && count <= MAX_LABELS
  const url = () => {
    const query = { lot_ids: parts[which].map(lot => lot.id).join(','), format, copies, start: startPlace ?? 1 }
    const address = new URL(requestUrl(reducedLots.pdf, { params: { id: store.id }, query }), location.origin)
    address.searchParams.set('lang', language)
    return address.href
  }
  const toCountText = (name: LabelledPart) => t('stock.lotCount', { count: parts[name].length })
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('redLabels.print')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <SelectInput
            label={t('redLabels.which')}
            value={which}
            onChange={setWhich}
            options={[
              { value: 'due', label: `${t('redLabels.notTicked')}: ${toCountText('due')}` },
              { value: 'marked', label: `${t('redLabels.ticked')}: ${toCountText('marked')}` },
            ]}
          />
          <SelectInput
            label={t('redLabels.copies')}
            value={copies}
            onChange={setCopies}
            options={[
              { value: 'package', label: t('redLabels.perPackage') },
              { value: 'lot', label: t('redLabels.perLot') },
            ]}
          />
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
          <SelectInput
            label={t('labels.language')}
            value={language}
            onChange={setLanguage}
            options={LANGUAGE_CODES.map(code => ({ value: code, label: LANGUAGE_NAMES[code] }))}
          />
          {places > 1 && (
            <TextInput
              label={t('labels.start')}
              hint={t('labels.startHint')}
              inputMode="numeric"
              value={start}
              onChange={setStart}
              error={startPlace === undefined ? t('labels.whole', { max: places }) : undefined}
            />
          )}
          <Box role="status" sx={{ fontWeight: 650 }}>
            {count > MAX_LABELS
              ? t('labels.tooMany', { count: MAX_LABELS })
              : count > 0 && `${t('labels.count', { count })} · ${t('labels.pages', { count: pages })}`}
          </Box>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('redLabels.help')}</Box>
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
