import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { adminUsers, type UserRow } from '#contract/accounts/admin-users.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { type Supplier, suppliers } from '#contract/catalogue/suppliers.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { daysText } from '#domain/format/day-text.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { isOrderNumber, formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type AdminPath, PATHS } from '#web/kit/paths.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'

/** An entry of the palette. */
export type PaletteEntry = {
  id: string
  label: string
  detail?: string | undefined
  act: () => void
}

export type PaletteGroup = {
  label: string
  entries: readonly PaletteEntry[]
}

/** As in "order 2511". */
const WORD_BEFORE = /^\p{L}+\s+/u

/** The order with this number or reference number; a shopper's orders are searched in the order list. */
function useFoundOrders(words: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useMay()
  const q = words.replace(WORD_BEFORE, '')
  const enabled = isOrderNumber(q) && may(adminOrders.list)
  const { data, isFetching, isError } = useQuery({
    ...queryFor(adminOrders.list, { query: { q, size: 2 } }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const entries = (enabled ? (data?.items ?? []) : []).map(({ id, reference_number, customer, store }) => ({
    id: `order-${id}`,
    label: t('palette.order', { id }),
    detail: [formatReferenceNumber(reference_number), store.name, customer.email].join(' · '),
    act: () => void navigate(`${PATHS.orders}/${id}`),
  }))
  const group: PaletteGroup = { label: t('links./orders'), entries }
  return { group, isFetching: enabled && isFetching, isError: enabled && isError }
}

const AT_MOST = 5

const MIN_LETTERS = 2

const userEntry = ({ id, email, phone }: UserRow, act: () => void): PaletteEntry => ({
  id: `user-${id}`,
  label: email,
  detail: phone === null ? undefined : formatPhone(phone),
  act,
})

const productEntry = ({ id, name, ean13, product_code, supplier }: ProductRow, act: () => void): PaletteEntry => ({
  id: `product-${id}`,
  label: name,
  detail: [ean13 ?? product_code, supplier.name].filter(Boolean).join(' · '),
  act,
})

const supplierEntry = ({ id, name }: Supplier, act: () => void): PaletteEntry => ({
  id: `supplier-${id}`,
  label: name,
  act,
})

/** The records whose names, codes, addresses or numbers match the words: a few of each kind. */
export function useRecordSearch(words: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const q = useSettled(words)
  const isAsked = q.length >= MIN_LETTERS && words.length >= MIN_LETTERS
  const mayOpen = useMayOpen()
  const getOptions = (path: AdminPath) => ({
    enabled: isAsked && mayOpen(path),
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const query = { q, size: AT_MOST }
  const products = useQuery({ ...queryFor(adminProducts.list, { query }), ...getOptions(PATHS.products) })
  const bySupplier = useQuery({ ...queryFor(suppliers.list, { query }), ...getOptions(PATHS.suppliers) })
  const orders = useFoundOrders(isAsked ? q : '')
  const users = useQuery({ ...queryFor(adminUsers.list, { query }), ...getOptions(PATHS.users) })
  const stores = useFoundStores(isAsked ? q : '')
  const events = useFoundEvents(isAsked ? q : '')
  const queries = [products, bySupplier, users, stores, orders, events]
  const open = (path: string, id: number) => () => void navigate(`${path}/${id}/edit`)
  // Without the right to a product's page: its row of the list, from which its label is printed.
  const openProduct = ({ id, name, ean13 }: ProductRow) =>
    mayOpen(PATHS.product)
      ? open(PATHS.products, id)
      : () => void navigate(`${PATHS.products}?q=${encodeURIComponent(ean13 ?? name)}`)
  const groups: PaletteGroup[] = [
    orders.group,
    {
      label: t('links./products'),
      entries: (products.data?.items ?? []).map(each => productEntry(each, openProduct(each))),
    },
    {
      label: t('links./suppliers'),
      entries: (bySupplier.data?.items ?? []).map(each => supplierEntry(each, open(PATHS.suppliers, each.id))),
    },
    stores.group,
    events.group,
    {
      label: t('links./users'),
      entries: (users.data?.items ?? []).map(user => userEntry(user, open(PATHS.users, user.id))),
    },
  ]
  return {
    groups: isAsked ? groups : [],
    isSearching: isAsked && (queries.some(({ isFetching }) => isFetching) || q !== words),
    isFailed: isAsked && queries.some(({ isError }) => isError),
  }
}

const USE_FOUND_STORES_AT_MOST = 5

/** The stores whose names or addresses match the words; an empty text sends no request. */
function useFoundStores(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = useMayOpen()(PATHS.stores) && q !== ''
  const { data, isFetching, isError } = useQuery({
    ...queryFor(adminStores.list, { query: { q, size: USE_FOUND_STORES_AT_MOST } }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const entries = (enabled ? (data?.items ?? []) : []).map(({ id, name, address }) => ({
    id: `store-${id}`,
    label: name,
    detail: address,
    act: () => void navigate(`${PATHS.stores}/${id}/edit`),
  }))
  const group: PaletteGroup = { label: t('links./stores'), entries }
  return { group, isFetching: enabled && isFetching, isError: enabled && isError }
}

const USE_FOUND_EVENTS_AT_MOST = 5

/** The pre-order events whose names match the words, latest first; an empty text sends no request. */
function useFoundEvents(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = useMayOpen()(PATHS.preorderEvents) && q !== ''
  const { data, isFetching, isError } = useQuery({
    ...queryFor(adminPreorderEvents.list, { query: { q, size: USE_FOUND_EVENTS_AT_MOST } }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const entries = (enabled ? (data?.items ?? []) : []).map(event => ({
    id: `preorder-event-${event.id}`,
    label: event.name,
    detail: daysText(event),
    act: () => void navigate(`${PATHS.preorderEvents}/${event.id}/edit`),
  }))
  const group: PaletteGroup = { label: t('links./preorder-events'), entries }
  return { group, isFetching: enabled && isFetching, isError: enabled && isError }
}
