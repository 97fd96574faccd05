import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { purchaseOrders, type ReorderProposal } from '#contract/stock/purchase-orders.ts'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { dayText } from '#domain/format/day-text.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { fillUpOrder } from '#domain/stock/fill-up.ts'
import { MAX_COVER_DAYS } from '#domain/stock/reorder.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { eurosText, toCents } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { DueSupplierList } from './due-supplier-list.tsx'
import { sumCosts, linesToOrder, OrderCost, packsIn, type TypedPacks } from './packs-list.tsx'
import { type ProposedProps, Proposed } from './proposed-product.tsx'

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
  const editedPacks = edited.key === key ? edited.packs : {}
  const onType = (productId: number, text: string) => setEdited({ key, packs: { ...editedPacks, [productId]: text } })
  const fill = (packs: ReadonlyMap<number, number>) =>
    setEdited({
      key,
      packs: Object.fromEntries(Array.from(packs, ([id, count]) => [id, count > 0 ? String(count) : ''])),
    })
  return { typed: { ...proposed, ...editedPacks }, onType, fill }
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
  const { fill, ...packs } = usePacks(proposal)
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
        {!isChosen && <DueSupplierList store={store} />}
        {isChosen && !proposal && <RecordLoading />}
        {proposal && <Proposed proposal={proposal} {...packs} />}
      </Page>
      {proposal && proposal.lines.length > 0 && (
        <MakeOrder store={store} proposal={proposal} typed={packs.typed} onFill={fill} />
      )}
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
  const isInvalid = typedDays !== '' && !isDays(typedDays.trim())
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
            error={isInvalid ? t('forms.wholeNumber', { min: 1, max: MAX_COVER_DAYS }) : undefined}
          />
        )}
      </Box>
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

type MakeOrderProps = Omit<ProposedProps, 'onType'> & {
  store: StockStore
  onFill: (packs: ReadonlyMap<number, number>) => void
}

/** The packs with which the typed ones reach the supplier's minimum; undefined if they do, or if they can't. */
function findFill({ lines, supplier: { min_order: minOrder } }: ReorderProposal, typed: TypedPacks) {
  const cost = sumCosts(lines, typed)
  if (minOrder === null || cost.unpriced > 0 || cost.euros >= minOrder) return undefined
  return fillUpOrder(
    lines.map(line => ({
      productId: line.product_id,
      packThousandths: thousandthsFromQuantity(line.pack) ?? 0,
      priceTenThousandths: line.price === null ? null : (parsePurchasePrice(line.price) ?? null),
      availableThousandths: thousandthsFromQuantity(Math.max(0, line.stock) + line.on_order) ?? 0,
      soldThousandths: thousandthsFromQuantity(line.sold) ?? 0,
      days: line.days,
      packs: packsIn(typed[line.product_id]) ?? 0,
      maxPacks: line.max_packs,
    })),
    toCents(minOrder),
  )
}

/** What the order costs, and the button that makes it. */
function MakeOrder({ store, proposal, typed, onFill }: MakeOrderProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { lines, supplier } = proposal
  const { isBusy, act } = useAction('purchaseOrder')
  const cost = sumCosts(lines, typed)
  const filled = findFill(proposal, typed)
  const isValid = lines.every(line => packsIn(typed[line.product_id]) !== undefined)
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
          {filled && supplier.min_order !== null && (
            <Button variant="outlined" size="small" onClick={() => onFill(filled)}>
              {t('purchasing.fillUp', { amount: eurosText(supplier.min_order) })}
            </Button>
          )}
        </>
      }
      action={
        <PrimaryButton
          loading={isBusy}
          loadingLabel={t('common.loading')}
          disabled={cost.count === 0 || !isValid}
          onClick={() => void make()}
        >
          {t('purchasing.make')}
        </PrimaryButton>
      }
    />
  )
}
