import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Closing, closings } from '#contract/closings.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { hasCode } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { errorText } from '#web/api/show-error.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const LONGEST_NOTE = 200

const asTyped = (amount: number | undefined) =>
  amount === undefined
    ? ''
    : amount.toLocaleString('fi-FI', { minimumFractionDigits: 2, useGrouping: false }).replace('−', '-')

/** What is typed, in euros; undefined for what is no amount. A terminal that gave back more than it took has less than nothing. */
function amountIn(text: string): number | undefined {
  const trimmed = text.trim().replace('−', '-')
  const size = parseDecimalInput(trimmed.replace(/^-/, ''))
  const cents = size === undefined ? undefined : centsFromEuros(size)
  return cents === undefined ? undefined : eurosFromCents(trimmed.startsWith('-') ? 0 - cents : cents)
}

interface TerminalSumFormProps {
  closing: Closing
  onSaved: () => void
}

/** What the terminal’s own report says of the day, typed by who reads it there. */
export function TerminalSumForm({ closing, onSaved }: TerminalSumFormProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const [known, setKnown] = useState(closing.terminal_sum)
  const [text, setText] = useState(asTyped(known?.amount))
  const [note, setNote] = useState(known?.note ?? '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const params = { terminal_id: closing.terminal.id, date: closing.date }
  const send = async (amount: number | null) => {
    setBusy(true)
    setError(undefined)
    try {
      await callApi(closings.tellSum, { params, body: { revision: known?.revision ?? 0, amount, note } })
      for (const endpoint of [closings.list, closings.month])
        void cache.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
      notify({ id: 'saved', severity: 'success', text: t('forms.saved') })
      onSaved()
    } catch (refusal) {
      if (hasCode(refusal, 'record.changed')) {
        // As the contract says, `current` is the sum as somebody else told it.
        const current = refusal.body['current'] as Closing['terminal_sum']
        setKnown(current)
        setError(t('closings.toldMeanwhile', { amount: asTyped(current?.amount) || '–' }))
      } else setError(errorText(refusal, t))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount = amountIn(text)
    if (text.trim() === '') setError(t('form.requiredField'))
    else if (amount === undefined) setError(t('closings.noAmount'))
    else void send(amount)
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{t('closings.tell')}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('closings.tellHint')}</Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 2fr' }, alignItems: 'start' }}>
        <TextInput
          label={t('closings.terminalSum')}
          value={text}
          onChange={setText}
          inputMode="decimal"
          autoComplete="off"
          endAdornment="€"
          error={error}
        />
        <TextInput
          label={t('closings.note')}
          value={note}
          onChange={setNote}
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          maxLengthText={t('form.maxLength', { count: LONGEST_NOTE })}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ActionButton type="submit" variant="contained" loading={isBusy}>
          {t('forms.save')}
        </ActionButton>
        {known && (
          <Button onClick={() => void send(null)} disabled={isBusy}>
            {t('closings.untell')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
