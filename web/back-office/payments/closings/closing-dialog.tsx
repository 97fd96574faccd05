import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useMemo } from 'react'
import { type Closing, closings } from '#contract/payments/closings.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { dayText } from '#web/back-office/kit/days.ts'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { ConflictDialog, MergedChangesNote } from '#web/kit/forms/conflict-dialog.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Figures } from './month-sums.tsx'
import { RateTable } from './rate-table.tsx'

type ClosingDialogProps = {
  closing: Closing
  onClose: () => void
}

/** One day at one terminal, or in one app. */
export function ClosingDialog({ closing, onClose }: ClosingDialogProps) {
  const { t, i18n } = useTranslation()
  const may = useMay()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const day = dayText(closing.date, i18n.resolvedLanguage ?? 'fi')
  const { app } = closing.terminal
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="md">
      <DialogTitle id={id}>{`${day} · ${closing.store.name}, ${closing.terminal.name}`}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3 }}>
          {closing.terminal.is_test && <Box role="note">{t('closings.isTest')}</Box>}
          <Figures
            sums={closing}
            app={app?.name}
            inApp={app === null ? 0 : closing.card}
            terminalSum={closing.terminal_sum}
            difference={closing.difference}
          />
          {closing.difference !== null && closing.difference !== 0 && (
            <GuideLink page="closings" at="when-a-day-doesnt-match">
              {t('guide.difference')}
            </GuideLink>
          )}
          {closing.vat_by_rate.length > 0 && <RateTable caption={t('closings.vatOf', { month: day })} sums={closing} />}
          {!may(closings.recordTerminalTotal) ? null : closing.terminal_sum?.reported_by === 'terminal' ? (
            <Box sx={{ color: 'text.secondary' }}>{t('closings.reportedByTerminal')}</Box>
          ) : (
            <TerminalSumForm closing={closing} onSaved={onClose} />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

const MAX_NOTE_LENGTH = 200

const asTyped = (amount: number | undefined) => (amount === undefined ? '' : amount.toFixed(2).replace('.', ','))

/** The typed amount in euros; undefined if it is invalid. Negative for a terminal that refunded more than it took. */
function amountIn(text: string): number | undefined {
  const trimmed = text.trim().replace('−', '-')
  const size = parseDecimalInput(trimmed.replace(/^-/, ''))
  const cents = size === undefined ? undefined : centsFromEuros(size)
  return cents === undefined ? undefined : eurosFromCents(trimmed.startsWith('-') ? 0 - cents : cents)
}

type TerminalSum = Closing['terminal_sum']
const toFormValues = (sum: TerminalSum) => ({ amount: asTyped(sum?.amount), note: sum?.note ?? '' })
const read = (sum: TerminalSum) => ({ values: toFormValues(sum), revision: sum?.revision ?? 0 })

type TerminalSumFormProps = {
  closing: Closing
  onSaved: () => void
}

function useTerminalSumForm({ closing, onSaved }: TerminalSumFormProps) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('saved')
  const { terminal_sum: reported } = closing
  const values = useMemo(() => toFormValues(reported), [reported])
  const params = { terminal_id: closing.terminal.id, date: closing.date }
  const saveSum = async (revision: number, amount: number | null, note: string) =>
    (await callApi(closings.recordTerminalTotal, { params, body: { revision, amount, note } })).terminal_sum
  const form = useRecordForm<ReturnType<typeof toFormValues>, TerminalSum>({
    values,
    revision: reported?.revision ?? 0,
    check({ amount, note }) {
      const problem =
        amount.trim() === '' ? t('form.requiredField') : amountIn(amount) === undefined && t('closings.noAmount')
      return [
        ...(problem ? [{ field: 'amount', text: problem }] : []),
        ...(note.length > MAX_NOTE_LENGTH
          ? [{ field: 'note', text: t('form.maxLength', { count: MAX_NOTE_LENGTH }) }]
          : []),
      ]
    },
    save: ({ amount, note }, revision = 0) => saveSum(revision, amountIn(amount) ?? null, note),
    read,
    onSaved: (_saved, adopted) => {
      // The admin first sees what another admin changed meanwhile.
      if (adopted.length === 0) onSaved()
    },
  })
  const removeSum = () =>
    act(async () => {
      await saveSum(reported?.revision ?? 0, null, '')
      onSaved()
      return t('forms.saved')
    })
  return { form, isRecorded: reported !== null, isBusy: isBusy || form.isSaving, removeSum }
}

/** The total on the terminal's or the app's own report of the day, typed in by an admin. */
function TerminalSumForm({ closing, onSaved }: TerminalSumFormProps) {
  const { t } = useTranslation()
  const { form, isRecorded, isBusy, removeSum } = useTerminalSumForm({ closing, onSaved })
  const words = { getLabel: (field: string) => t(field === 'note' ? 'closings.note' : 'closings.terminalSum') }
  const record = { kind: 'terminal', id: closing.terminal.id } as const
  const { app } = closing.terminal
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">
        {app === null ? t('closings.enterTotal') : t('closings.inApp.enterTotal', { app: app.name })}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {app === null ? t('closings.enterTotalHint') : t('closings.inApp.enterTotalHint', { portal: app.portal })}
      </Typography>
      {form.adopted.length > 0 && <MergedChangesNote adopted={form.adopted} record={record} {...words} />}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 2fr' }, alignItems: 'start' }}>
        <TextInput
          label={t('closings.terminalSum')}
          inputMode="decimal"
          autoComplete="off"
          endAdornment="€"
          {...form.field('amount')}
        />
        <TextInput label={t('closings.note')} autoComplete="off" {...form.field('note')} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ActionButton type="submit" variant="contained" loading={form.isSaving}>
          {t('forms.save')}
        </ActionButton>
        {isRecorded && (
          <Button onClick={() => void removeSum()} disabled={isBusy}>
            {t('closings.removeTotal')}
          </Button>
        )}
      </Box>
      {form.conflict && <ConflictDialog {...form.conflict} {...words} record={record} isSaving={form.isSaving} />}
    </Box>
  )
}
