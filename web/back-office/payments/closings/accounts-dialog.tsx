import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { closings, type LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import { percentInput } from '#domain/format/percent-text.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { ConflictDialog, MergedChangesNote } from '#web/kit/forms/conflict-dialog.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

export const LEDGER_ACCOUNTS = ['card', 'app', 'other', 'clearing', 'vat', 'sales', 'free_sums'] as const
const RATE = 'rate '
const RECORD = { kind: 'ledgerAccounts', id: 1 } as const

type Values = Record<string, string>

const toFormValues = (
  { revision: _revision, sales_by_rate, free_sums, ...accounts }: LedgerAccountsAnswer,
  rates: readonly number[],
) => ({
  ...accounts,
  free_sums: free_sums ?? '',
  ...Object.fromEntries(
    rates.map(vat => [`${RATE}${vat}`, sales_by_rate.find(each => each.vat === vat)?.account ?? '']),
  ),
})

const accountsIn = (values: Values) => {
  const getAccount = (name: (typeof LEDGER_ACCOUNTS)[number]) => values[name]?.trim() ?? ''
  const sales_by_rate = Object.entries(values).flatMap(([name, account]) =>
    name.startsWith(RATE) && account.trim() ? [{ vat: Number(name.slice(RATE.length)), account: account.trim() }] : [],
  )
  return {
    card: getAccount('card'),
    app: getAccount('app'),
    other: getAccount('other'),
    clearing: getAccount('clearing'),
    vat: getAccount('vat'),
    sales: getAccount('sales'),
    free_sums: getAccount('free_sums') || null,
    sales_by_rate,
  }
}

/** The numbers of the bookkeeper's accounts that vouchers use. */
export function AccountsDialog({ rates, onClose }: { rates: readonly number[]; onClose: () => void }) {
  const { data } = useQuery(queryFor(closings.accounts))
  return data ? <AccountsForm accounts={data} rates={rates} onClose={onClose} /> : null
}

type AccountsFormProps = {
  accounts: LedgerAccountsAnswer
  rates: readonly number[]
  onClose: () => void
}

function AccountsForm({ accounts, rates, onClose }: AccountsFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const cache = useQueryClient()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const all = useMemo(
    () => [...new Set([...accounts.sales_by_rate.map(({ vat }) => vat), ...rates])].toSorted((a, b) => a - b),
    [accounts, rates],
  )
  const values = useMemo(() => toFormValues(accounts, all), [accounts, all])
  const form = useRecordForm<Values, LedgerAccountsAnswer>({
    values,
    revision: accounts.revision,
    check: typed => [
      ...LEDGER_ACCOUNTS.filter(field => field !== 'free_sums' && !typed[field]?.trim()).map(field => ({
        field,
        text: t('form.requiredField'),
      })),
      ...Object.entries(typed)
        .filter(([, account]) => account.trim() !== '' && !/^\d{1,9}$/.test(account.trim()))
        .map(([field]) => ({ field, text: t('closings.noAccount') })),
    ],
    save: (typed, revision = accounts.revision) =>
      callApi(closings.changeAccounts, { body: { revision, ...accountsIn(typed) } }),
    read: saved => ({ values: toFormValues(saved, all), revision: saved.revision }),
    onSaved: (saved, adopted) => {
      cache.setQueryData(queryKey(closings.accounts), saved)
      // The admin first sees what another admin changed meanwhile.
      if (adopted.length === 0) onClose()
    },
  })
  const getLabel = (field: string) => {
    if (field.startsWith(RATE)) return t('closings.salesAt', { vat: percentInput(Number(field.slice(RATE.length))) })
    const account = LEDGER_ACCOUNTS.find(name => name === field) ?? 'sales'
    return t(`closings.account.${account}`)
  }
  const input = (name: string) => (
    <TextInput
      key={name}
      label={getLabel(name)}
      inputMode="numeric"
      autoComplete="off"
      {...(name === 'free_sums' && { hint: t('closings.freeSumsHint') })}
      {...form.field(name)}
      value={form.values[name] ?? ''}
    />
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('closings.accounts')}</DialogTitle>
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'contents' }}>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('closings.accountsHint')}</Typography>
            {form.adopted.length > 0 && (
              <MergedChangesNote adopted={form.adopted} record={RECORD} getLabel={getLabel} />
            )}
            {LEDGER_ACCOUNTS.map(input)}
            {all.map(vat => input(`${RATE}${vat}`))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={form.isSaving} disabled={!form.isDirty}>
            {t('forms.save')}
          </ActionButton>
        </DialogActions>
      </Box>
      {form.conflict && (
        <ConflictDialog {...form.conflict} record={RECORD} getLabel={getLabel} isSaving={form.isSaving} />
      )}
    </Dialog>
  )
}
