import { dayText } from '#domain/day-text.ts'
import { percentText } from '#domain/percent-text.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DatedVatClass, vatRates } from '#contract/vat-rates.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { useAct } from '#web/features/acts/use-act.ts'
import { vatClassName } from '#web/features/admin-products/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { SettingsTable } from './settings-table.tsx'

const TONES = { past: 'closed', now: 'open', future: 'attention' } as const

/** Takes a rate back that has not begun. */
function useRemoveRate(id: number) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { isBusy, act } = useAct('vat')
  const remove = (day: string) =>
    act(async () => {
      await callApi(vatRates.remove, { params: { id, valid_from: day } })
      return t('settings.vatRemoved')
    }).finally(() => void cache.invalidateQueries({ queryKey: queryKeyOf(vatRates.list) }))
  return { remove, isBusy }
}

/** One class with its rates, the newest first. */
export function VatClassPanel({ vatClass, onAdd }: { vatClass: DatedVatClass; onAdd: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [asked, setAsked] = useState<string>()
  const { remove, isBusy } = useRemoveRate(vatClass.id)
  const name = vatClassName(vatClass.name, t)
  const rows = vatClass.rates.map(({ valid_from: day, vat, state }) => ({
    key: day,
    cells: [
      dayText(day),
      percentText(vat),
      <Box key="state" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <StatusPill tone={TONES[state]}>{t(`settings.vatStates.${state}`)}</StatusPill>
        {state === 'future' && (
          <Button
            color="error"
            aria-label={t('settings.vatRemoveOf', { day: dayText(day) })}
            onClick={() => setAsked(day)}
          >
            {t('settings.vatRemove')}
          </Button>
        )}
      </Box>,
    ],
  }))
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {name}
      </Typography>
      <SettingsTable
        caption={name}
        heads={[t('settings.vatFrom'), t('settings.vatRate'), t('settings.vatState')]}
        rows={rows}
      />
      <Button variant="outlined" sx={{ mt: 2 }} aria-describedby={id} onClick={onAdd}>
        {t('settings.vatAdd')}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('settings.vatRemoveTitle', { day: dayText(asked ?? '') })}
        text={t('settings.vatRemoveText')}
        confirmText={t('settings.vatRemove')}
        cancelText={t('common.cancel')}
        busy={isBusy}
        danger
        onConfirm={() => asked && void remove(asked).then(() => setAsked(undefined))}
        onCancel={() => setAsked(undefined)}
      />
    </Panel>
  )
}
