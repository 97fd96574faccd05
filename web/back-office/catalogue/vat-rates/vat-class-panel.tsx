import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { type DatedVatClass, vatRates } from '#contract/catalogue/vat-rates.ts'
import { dayText } from '#domain/format/day-text.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import type { VatChange } from './use-vat-change.ts'

/** Asks before it removes a class, or its rate from a day; `removal` is that day, or `class`. */
function useRemoveVat({ id }: DatedVatClass) {
  const { t } = useTranslation()
  const [removal, setRemoval] = useState<string>()
  const { isBusy, act } = useAction('vat')
  const remove = () =>
    act(async () => {
      if (removal === 'class') {
        await callApi(vatRates.removeClass, { params: { id } })
        return t('settings.vatClassRemoved')
      }
      await callApi(vatRates.remove, { params: { id, valid_from: removal ?? '' } })
      return t('settings.vatRemoved')
    }).finally(() => setRemoval(undefined))
  return { removal, setRemoval, remove, isBusy }
}

const TIME_TONES = { past: 'closed', now: 'open', future: 'attention' } as const

type DatedRate = DatedVatClass['rates'][number]

type RateStateProps = {
  rate: DatedRate
  isOnly: boolean
  onCorrect: () => void
  onRemove: () => void
}

/** A rate's state in time, and the actions that are still possible. */
function RateState({ rate, isOnly, onCorrect, onRemove }: RateStateProps) {
  const { t } = useTranslation()
  const day = dayText(rate.valid_from)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
      <StatusPill tone={TIME_TONES[rate.state]}>{t(`settings.vatStates.${rate.state}`)}</StatusPill>
      {!rate.is_used && (
        <Button aria-label={t('settings.vatCorrectOf', { day })} onClick={onCorrect}>
          {t('settings.vatCorrect')}
        </Button>
      )}
      {!rate.is_used && !isOnly && (
        <Button color="error" aria-label={t('settings.vatRemoveOf', { day })} onClick={onRemove}>
          {t('settings.vatRemove')}
        </Button>
      )}
    </Box>
  )
}

/** Keeps days and rates on one line on a narrow phone; their actions wrap below. */
const UnbrokenText = ({ children }: { children: string }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {children}
  </Box>
)

type VatClassPanelProps = {
  vatClass: DatedVatClass
  onChange: (change: VatChange) => void
}

/** One class with its rates, newest first. */
export function VatClassPanel({ vatClass, onChange }: VatClassPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  const { removal, setRemoval, remove, isBusy } = useRemoveVat(vatClass)
  const name = vatClassName(vatClass.name, t)
  const started = vatClass.rates.filter(({ state }) => state !== 'future')
  const rows = vatClass.rates.map(rate => ({
    key: rate.valid_from,
    cells: [
      <UnbrokenText key="day">{dayText(rate.valid_from)}</UnbrokenText>,
      <UnbrokenText key="vat">{percentText(rate.vat)}</UnbrokenText>,
      <RateState
        key="state"
        rate={rate}
        isOnly={rate.state !== 'future' && started.length === 1}
        onCorrect={() => onChange({ kind: 'correct', vatClass: vatClass, rate })}
        onRemove={() => setRemoval(rate.valid_from)}
      />,
    ],
  }))
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {name}
      </Typography>
      <SettingsTable
        caption={name}
        headings={[t('settings.vatFrom'), t('settings.vatRate'), t('settings.vatState')]}
        rows={rows}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="outlined" aria-describedby={id} onClick={() => onChange({ kind: 'rate', vatClass: vatClass })}>
          {t('settings.vatAdd')}
        </Button>
        <Button aria-describedby={id} onClick={() => onChange({ kind: 'rename', vatClass: vatClass })}>
          {t('settings.vatRename')}
        </Button>
        {!vatClass.is_used && (
          <Button color="error" aria-describedby={id} onClick={() => setRemoval('class')}>
            {t('settings.vatRemoveClass')}
          </Button>
        )}
      </Box>
      <ConfirmDialog
        open={removal !== undefined}
        title={
          removal === 'class'
            ? t('settings.vatRemoveClassTitle', { name })
            : t('settings.vatRemoveTitle', { day: dayText(removal ?? '') })
        }
        text={t(removal === 'class' ? 'settings.vatRemoveClassText' : 'settings.vatRemoveText')}
        confirmText={t(removal === 'class' ? 'settings.vatRemoveClass' : 'settings.vatRemove')}
        cancelText={t('common.cancel')}
        busy={isBusy}
        danger
        onConfirm={() => void remove()}
        onCancel={() => setRemoval(undefined)}
      />
    </Panel>
  )
}

type SettingsTableProps = {
  /** The table's name for screen readers; visually hidden. */
  caption: string
  headings: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

const cellStyles = {
  px: { xs: 0.5, sm: 1 },
  py: 1,
  textAlign: 'start',
  // A long word breaks instead of widening a table on a small phone.
  overflowWrap: 'anywhere',
  borderBottom: 1,
  borderColor: 'divider',
} as const
const screenReaderOnly = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
}

/** A small table of figures. */
function SettingsTable({ caption, headings, rows }: SettingsTableProps) {
  return (
    <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' }}>
      <Box component="caption" sx={screenReaderOnly}>
        {caption}
      </Box>
      <thead>
        <tr>
          {headings.map(heading => (
            <Box
              component="th"
              scope="col"
              key={heading}
              sx={{ ...cellStyles, typography: 'body2', color: 'text.secondary' }}
            >
              {heading}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((content, at) => (
              <Box component="td" key={headings[at]} sx={cellStyles}>
                {content}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
