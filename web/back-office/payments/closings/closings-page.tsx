import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { type Closing, type ClosingMonth, closings } from '#contract/payments/closings.ts'
import { monthText } from '#domain/format/day-names.ts'
import { shopDate } from '#domain/shop-date.ts'
import { monthsToChoose, plusMonths } from '#web/back-office/kit/days.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { Steps } from '#web/kit/lists/pager.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { AccountsDialog } from './accounts-dialog.tsx'
import { useColumns } from './closing-columns.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { MonthSums } from './month-sums.tsx'

type MonthBarProps = {
  month: string
  thisMonth: string
  onChange: (month: string) => void
}

/** Chooses the month: by name, or the next or previous one. */
function MonthBar({ month, thisMonth, onChange }: MonthBarProps) {
  const { t, i18n } = useTranslation()
  const options = monthsToChoose(thisMonth, month).map(value => ({
    value,
    label: monthText(value, i18n.resolvedLanguage ?? 'fi'),
  }))
  return (
    <Steps
      earlier={t('closings.earlier')}
      later={t('closings.later')}
      onStep={by => onChange(plusMonths(month, by))}
      isLast={month >= thisMonth}
      width={320}
    >
      <SelectInput label={t('closings.month')} value={month} options={options} onChange={onChange} />
    </Steps>
  )
}

const closingKey = ({ date, terminal }: Closing) => terminal.id * 100_000_000 + Number(date.replaceAll('-', ''))

const closingSource = (month: string): ListSource<Closing> => ({
  endpoint: closings.list,
  params: { month },
  getId: closingKey,
  getName: ({ date, terminal }) => `${date} ${terminal.name}`,
})

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const stores = useStoreChoices(closings.list) ?? []
  return [
    {
      name: 'store',
      label: t('closings.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'test',
      label: t('closings.test'),
      options: [
        { value: 'true', label: t('closings.onlyTest') },
        { value: 'false', label: t('closings.onlyReal') },
      ],
    },
  ]
}

/** For the bookkeeper: the totals of each day at each terminal, the month, and the files for bookkeeping. */
export function ClosingsPage() {
  const { t } = useTranslation()
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [thisMonth] = useState(() => shopDate(new Date()).slice(0, 7))
  const month = params.get('month') ?? thisMonth
  const [opened, setOpened] = useState<Closing>()
  const [isAtAccounts, setAtAccounts] = useState(false)
  const filters = useFilters()
  const query = Object.fromEntries(
    filters.flatMap(({ name }) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  )
  const sums = useQuery({ ...queryFor(closings.month, { params: { month }, query }), meta: { handlesOwnError: true } })
  const choose = (chosenMonth: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      next.delete('page')
      if (chosenMonth === thisMonth) next.delete('month')
      else next.set('month', chosenMonth)
      return next
    })
  const selectKind = (areTests: boolean) =>
    setParams(current => new URLSearchParams({ ...Object.fromEntries(current), page: '1', test: String(areTests) }))
  return (
    <Page
      title={t('links./closings')}
      width="wide"
      aside={
        <Box sx={{ flex: { xs: '1 1 100%', sm: 'none' }, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <MonthBar month={month} thisMonth={thisMonth} onChange={choose} />
          {may(closings.changeAccounts) && (
            <Button variant="outlined" size="small" onClick={() => setAtAccounts(true)}>
              {t('closings.accounts')}
            </Button>
          )}
        </Box>
      }
    >
      {sums.data && <PaymentKindFilter sums={sums.data} onSelect={selectKind} />}
      {sums.data && sums.data.closings > 0 && <MonthSums sums={sums.data} query={query} />}
      <AdminList
        caption={t('links./closings')}
        source={closingSource(month)}
        columns={useColumns(setOpened)}
        defaultSort="-date"
        filters={filters}
        countText={count => t('closings.count', { count })}
        exports={{ csv: closings.monthCsv, xlsx: closings.monthXlsx }}
        empty={<EmptyState title={t('closings.emptyTitle')} text={t('closings.emptyText')} />}
      />
      <ReceiptFinder />
      <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('closings.about')}</Box>
      {opened && <ClosingDialog key={closingKey(opened)} closing={opened} onClose={() => setOpened(undefined)} />}
      {isAtAccounts && (
        <AccountsDialog
          rates={sums.data?.vat_by_rate.map(({ vat }) => vat) ?? []}
          onClose={() => setAtAccounts(false)}
        />
      )}
    </Page>
  )
}

/** A purchase's receipt, by its order's number. */
function ReceiptFinder() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const id = /^[1-9]\d{0,15}$/.test(text.trim()) ? Number(text.trim()) : undefined
  const open = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (id === undefined) return
    window.open(requestUrl(adminOrders.receiptPdf, { params: { id } }), '_blank', 'noopener')
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={open}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end', maxWidth: 520 }}
    >
      <Box sx={{ flex: '1 1 220px' }}>
        <TextInput
          label={t('closings.receiptNumber')}
          hint={t('closings.receiptNumberHint')}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={setText}
          error={isTried && id === undefined ? t('closings.receiptNumberWrong') : undefined}
        />
      </Box>
      <Button type="submit" variant="outlined">
        {t('closings.openReceipt')}
      </Button>
    </Box>
  )
}

type PaymentKindFilterProps = {
  sums: Pick<ClosingMonth, 'is_test' | 'hidden'>
  onSelect: (areTests: boolean) => void
}

/** Notes that the figures are of test payments, or that other payments are left out. */
function PaymentKindFilter({ sums, onSelect }: PaymentKindFilterProps) {
  const { t } = useTranslation()
  const { is_test: areTests, hidden } = sums
  if (!areTests && hidden === 0) return null
  return (
    <Panel tone={areTests ? 'attention' : 'plain'}>
      <Box role="note" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px' }}>
          {areTests && <strong>{t('closings.testsOnly')} </strong>}
          {hidden > 0 && t(areTests ? 'closings.realHidden' : 'closings.testsHidden', { count: hidden })}
        </Box>
        {hidden > 0 && (
          <Button variant="outlined" onClick={() => onSelect(!areTests)}>
            {t(areTests ? 'closings.showReal' : 'closings.showTest')}
          </Button>
        )}
      </Box>
    </Panel>
  )
}
