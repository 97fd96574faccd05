import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ProposedLine, purchaseOrders, type ReorderProposal } from '#contract/stock/purchase-orders.ts'
import { dayText } from '#domain/format/day-text.ts'
import { MAX_COVER_DAYS } from '#domain/stock/reorder.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { GuideLink } from '#web/back-office/kit/guide-link.tsx'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { sumCosts, linesToOrder, OrderCost, packsIn, PacksList, type TypedPacks } from './packs-list.tsx'

type ReorderViewProps = {
  store: StockStore
  /** A supplier's id from the address. */
  supplier: string
}

const isDays = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_COVER_DAYS

/** The numbers of packs that an admin typed; they belong to one proposal. */
function usePacks(proposal: ReorderProposal | undefined) {
  const key = proposal && `${proposal.supplier.id} ${proposal.cover_days}`
  const [edited, setEdited] = useState<{ key: string | undefined; packs: TypedPacks }>({ key: undefined, packs: {} })
  const proposed = Object.fromEntries(
    proposal?.lines.map(({ product_id, packs }) => [product_id, packs > 0 ? String(packs) : '']) ?? [],
  )
  const own = edited.key === key ? edited.packs : {}
  const onType = (productId: number, text: string) => setEdited({ key, packs: { ...own, [productId]: text } })
  return { typed: { ...proposed, ...own }, onType }
}

/** What to order from a supplier for a store, with numbers of packs that can be changed. */
export function ReorderView({ store, supplier }: ReorderViewProps) {
  const { t } = useTranslation()
  const [typedDays, setTypedDays] = useState('')
  const isChosen = /^[1-9]\d*$/.test(supplier)
  const days = useSettled(typedDays.trim())
  const query = { supplier_id: supplier, ...(isDays(days) && { cover_days: days }) }
  const { data } = useQuery({
    ...queryFor(purchaseOrders.proposal, { params: { id: store.id }, query }),
    enabled: isChosen,
    placeholderData: keepPreviousData,
  })
  const proposal = isChosen && data && String(data.supplier.id) === supplier ? data : undefined
  const packs = usePacks(proposal)
  return (
    <>
      <Page
        title={t('purchasing.reorder')}
        lead={`${store.name}. ${t('purchasing.reorderLead')}`}
        width="wide"
        aside={
          <Button variant="text" component={Link} to={stockPath({ store: store.id, order: 'all' })}>
            {t('purchasing.orders')}
          </Button>
        }
      >
        <GuideLink page="stock" at="order-from-a-supplier">
          {t('guide.order')}
        </GuideLink>
        <Choice
          store={store}
          supplier={isChosen ? supplier : ''}
          proposal={proposal}
          typedDays={typedDays}
          onDays={setTypedDays}
        />
        {isChosen && !proposal && <RecordLoading />}
        {proposal && <Proposed proposal={proposal} {...packs} />}
      </Page>
      {proposal && proposal.lines.length > 0 && <MakeOrder store={store} proposal={proposal} typed={packs.typed} />}
    </>
  )
}

type ChoiceProps = {
  store: StockStore
  /** An id as text; empty for none. */
  supplier: string
  proposal: ReorderProposal | undefined
  typedDays: string
  onDays: (text: string) => void
}

/** The supplier, and how long the order has to last. */
function Choice({ store, supplier, proposal, typedDays, onDays }: ChoiceProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const choose = (id: string) => {
    onDays('')
    void navigate(stockPath({ store: store.id, reorder: id === '' ? 'choose' : Number(id) }), { replace: true })
  }
  const isWrong = typedDays !== '' && !isDays(typedDays.trim())
  return (
    <Panel>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
        }}
      >
        <SupplierInput
          label={t('purchasing.supplier')}
          value={supplier}
          onChange={choose}
          placeholder={t('productForm.choose')}
        />
        {proposal && (
          <TextInput
            label={t('purchasing.coverDays')}
            value={typedDays === '' ? String(proposal.cover_days) : typedDays}
            onChange={onDays}
            inputMode="numeric"
            autoComplete="off"
            hint={t('purchasing.coverHint', { count: proposal.lead_days })}
            error={isWrong ? t('forms.wholeNumber', { min: 1, max: MAX_COVER_DAYS }) : undefined}
          />
        )}
      </Box>
      {supplier === '' && <Box sx={{ mt: 2 }}>{t('purchasing.chooseSupplier')}</Box>}
      {proposal?.supplier.order_days && (
        <Box sx={{ mt: 1 }}>{t('purchasing.orderDay', { day: dayText(proposal.order_day) })}</Box>
      )}
      {proposal?.drafts.map(id => (
        <Box key={id} sx={{ mt: 1 }}>
          <MuiLink
            component={Link}
            to={stockPath({ store: store.id, order: id })}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
          >
            {t('purchasing.openDraft', { id: String(id) })}
          </MuiLink>
        </Box>
      ))}
    </Panel>
  )
}

type ProposedProps = {
  proposal: ReorderProposal
  typed: TypedPacks
  onType: (productId: number, text: string) => void
}

/** Whether there is neither stock nor an open order, nor sales to calculate a quantity from. */
const isUndecided = ({ packs, stock, on_order: onOrder, sold }: ProposedLine): boolean =>
  packs === 0 && stock <= 0 && onOrder === 0 && sold === 0

/** The products of a proposal: those to order first, then those that the shopkeeper has to decide on. */
export function Proposed({ proposal: { lines }, typed, onType }: ProposedProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return <Panel>{t('purchasing.noGoods')}</Panel>
  const undecided = lines.filter(isUndecided)
  const nothing =
    undecided.length > 0 ? t('purchasing.nothingBut', { count: undecided.length }) : t('purchasing.nothing')
  const groups = [
    { title: t('purchasing.toOrder'), some: lines.filter(({ packs }) => packs > 0), isFirst: true },
    { title: t('purchasing.undecided'), some: undecided, isFirst: false },
    {
      title: t('purchasing.enough'),
      some: lines.filter(line => line.packs === 0 && !isUndecided(line)),
      isFirst: false,
    },
  ]
  return groups.map(({ title, some, isFirst }) =>
    some.length === 0 && !isFirst ? null : (
      <Panel key={title} component="section" aria-label={title}>
        <Typography variant="h2">{title}</Typography>
        {some.length === 0 && <Box sx={{ mt: 1 }}>{nothing}</Box>}
        <PacksList label={title} lines={some} typed={typed} onType={onType} detail={line => whyText(line, t)} />
      </Panel>
    ),
  )
}

/** What the order costs, and the button that makes it. */
function MakeOrder({ store, proposal, typed }: { store: StockStore } & Omit<ProposedProps, 'onType'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { lines, supplier } = proposal
  const { isBusy, act } = useAction('purchaseOrder')
  const cost = sumCosts(lines, typed)
  const isSound = lines.every(line => packsIn(typed[line.product_id]) !== undefined)
  const make = () =>
    act(async () => {
      const body = { store_id: store.id, supplier_id: supplier.id, note: '', lines: linesToOrder(lines, typed) }
      const { id } = await callApi(purchaseOrders.create, { body })
      await navigate(stockPath({ store: store.id, order: id }))
      return t('purchasing.made', { id: String(id) })
    })
  return (
    <BottomBar
      width="wide"
      summary={
        <>
          {t('purchasing.chosen', { count: cost.count })}
          <OrderCost cost={cost} minOrder={supplier.min_order} />
        </>
      }
      action={
        <PrimaryButton
          loading={isBusy}
          loadingLabel={t('common.loading')}
          disabled={cost.count === 0 || !isSound}
          onClick={() => void make()}
        >
          {t('purchasing.make')}
        </PrimaryButton>
      }
    />
  )
}

/** The figures that a proposal is made of. */
function whyText(line: ProposedLine, t: Translate): string {
  const format = (quantity: number) => formatUnitQuantity(quantity, line.unit, t)
  return t('purchasing.why', {
    sold: format(line.sold),
    count: line.days,
    stock: format(line.stock),
    ordered: format(line.on_order),
    needed: format(line.needed),
  })
}
