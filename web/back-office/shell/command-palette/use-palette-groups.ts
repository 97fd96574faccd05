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
import { SECTIONS, sectionPath } from '#web/back-office/administration/settings/settings-nav.tsx'
import { ADMIN_DRAWER_MORE_PATHS, ADMIN_DRAWER_PATHS } from '#web/back-office/shell/admin-sections.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'
import { openOfficeView } from './use-office-keys.ts'

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

/** What the palette needs of the signed-in admin. */
export type PaletteAccount = {
  language: string
  languages: readonly { code: string; name: string }[]
  onLanguage: (code: string) => void
  onLogout: () => void
}

const plain = (text: string) => text.toLocaleLowerCase('fi')

/** Whether every word is the beginning of a word of the label. */
function fits(label: string, words: string): boolean {
  const ofLabel = plain(label).split(/[^\p{L}\p{N}]+/u)
  return plain(words)
    .split(/\s+/)
    .every(word => ofLabel.some(other => other.startsWith(word)))
}

/** The actions and pages available from anywhere. */
function useActions({ language, languages, onLanguage, onLogout }: PaletteAccount): readonly PaletteGroup[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const lead = (id: string, label: string, path: string): PaletteEntry => ({
    id,
    label,
    act: () => void navigate(path),
  })
  return [
    {
      label: t('palette.actions'),
      entries: [
        lead('new-product', t('palette.newProduct'), PATHS.productCreate),
        lead('new-supplier', t('palette.newSupplier'), PATHS.supplierCreate),
        lead('new-message', t('palette.newMessage'), PATHS.messageCreate),
        lead('new-store', t('palette.newStore'), PATHS.storeCreate),
        lead('new-event', t('palette.newEvent'), PATHS.preorderEventCreate),
        lead('import', t('palette.import'), `${PATHS.products}?import=`),
        lead('groups', t('groups.title'), PATHS.productGroups),
        lead('labels', t('palette.labels'), `${PATHS.products}?labels=all`),
        lead('labels-to-print', t('palette.labelsToPrint'), `${PATHS.products}?shelf_label=due`),
        lead('stock-work', t('palette.stockWork'), PATHS.stock),
        lead('stock-takes', t('palette.stockTakes'), `${PATHS.stock}?take=all`),
        lead('refund', t('palette.refund'), PATHS.orders),
        lead('setup', t('adminHome.checklist'), PATHS.setup),
        lead('passkeys', t('adminHome.status.passkey'), PATHS.passkeys),
        ...languages
          .filter(({ code }) => code !== language)
          .map(({ code, name }) => ({
            id: `language-${code}`,
            label: t('palette.language', { language: name }),
            act: () => onLanguage(code),
          })),
        { id: 'keys', label: t('keys.title'), act: () => openOfficeView('keys') },
        { id: 'logout', label: t('palette.logout'), act: onLogout },
      ],
    },
    {
      label: t('palette.goTo'),
      entries: [
        ...[...ADMIN_DRAWER_PATHS, ...ADMIN_DRAWER_MORE_PATHS].map(path => lead(`go${path}`, t(`links.${path}`), path)),
        ...SECTIONS.map(section =>
          lead(
            `settings-${section}`,
            `${t('links./settings')}: ${t(`settings.sections.${section}`)}`,
            sectionPath(section),
          ),
        ),
      ],
    },
  ]
}

/** The palette's groups for the typed words: actions at once, records when the server responds. */
export function usePaletteGroups(words: string, account: PaletteAccount) {
  const actions = useActions(account)
  const { groups: records, isSearching, isFailed } = useFoundRecords(words)
  const fitting = words
    ? actions.map(group => ({ ...group, entries: group.entries.filter(({ label }) => fits(label, words)) }))
    : actions
  return { groups: [...fitting, ...records].filter(({ entries }) => entries.length > 0), isSearching, isFailed }
}

/** The order with this number or reference number; a shopper's orders are searched in the order list. */
function useFoundOrders(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = isOrderNumber(q)
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
function useFoundRecords(words: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const q = useSettled(words)
  const isAsked = q.length >= MIN_LETTERS && words.length >= MIN_LETTERS
  const options = { enabled: isAsked, placeholderData: keepPreviousData, meta: { isBackground: true } }
  const products = useQuery({ ...queryFor(adminProducts.list, { query: { q, size: AT_MOST } }), ...options })
  const bySupplier = useQuery({ ...queryFor(suppliers.list, { query: { q, size: AT_MOST } }), ...options })
  const orders = useFoundOrders(isAsked ? q : '')
  const users = useQuery({ ...queryFor(adminUsers.list, { query: { q, size: AT_MOST } }), ...options })
  const stores = useFoundStores(isAsked ? q : '')
  const events = useFoundEvents(isAsked ? q : '')
  const asked = [products, bySupplier, users, stores, orders, events]
  const open = (path: string, id: number) => () => void navigate(`${path}/${id}/edit`)
  const groups: PaletteGroup[] = [
    orders.group,
    {
      label: t('links./products'),
      entries: (products.data?.items ?? []).map(each => productEntry(each, open(PATHS.products, each.id))),
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
    isSearching: isAsked && (asked.some(({ isFetching }) => isFetching) || q !== words),
    isFailed: isAsked && asked.some(({ isError }) => isError),
  }
}

const USE_FOUND_STORES_AT_MOST = 5

/** The stores whose names or addresses match the words; an empty text sends no request. */
function useFoundStores(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = q !== ''
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
  const enabled = q !== ''
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
