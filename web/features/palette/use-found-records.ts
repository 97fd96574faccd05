import type { TFunction } from 'i18next'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminProducts } from '#contract/admin-products.ts'
import { adminStores } from '#contract/admin-stores.ts'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { suppliers as suppliersResource } from '#contract/suppliers.ts'
import { queryOf } from '#web/api/query-of.ts'
import { PATHS } from '#web/paths.ts'
import type { PaletteGroup } from './use-palette-groups.ts'

const PAUSE_MS = 200
const AT_MOST = 5
const LEAST_LETTERS = 2

/** The text once nobody has changed it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Items<E extends Endpoint> = Answer<E> extends { items: infer Rows } ? Rows | undefined : never
interface Found {
  products: Items<typeof adminProducts.list>
  suppliers: Items<typeof suppliersResource.list>
  stores: Items<typeof adminStores.list>
}
interface Ways {
  t: TFunction
  open: (path: string, id: number) => () => void
}

function groupsOf({ products = [], suppliers = [], stores = [] }: Found, { t, open }: Ways): PaletteGroup[] {
  return [
    {
      label: t('links./products'),
      entries: products.map(({ id, name, ean13, product_code, supplier }) => ({
        id: `product-${id}`,
        label: name,
        detail: [ean13 ?? product_code, supplier.name].filter(Boolean).join(' · '),
        act: open(PATHS.products, id),
      })),
    },
    {
      label: t('links./suppliers'),
      entries: suppliers.map(({ id, name }) => ({
        id: `supplier-${id}`,
        label: name,
        act: open(PATHS.suppliers, id),
      })),
    },
    {
      label: t('links./stores'),
      entries: stores.map(({ id, name, address }) => ({
        id: `store-${id}`,
        label: name,
        detail: address,
        act: open(PATHS.stores, id),
      })),
    },
  ]
}

/** The records whose names or codes have the words: a few of each kind. */
export function useFoundRecords(words: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const q = useSettled(words)
  const isAsked = q.length >= LEAST_LETTERS && words.length >= LEAST_LETTERS
  const options = { enabled: isAsked, placeholderData: keepPreviousData, meta: { showsOwnError: true } }
  const products = useQuery({ ...queryOf(adminProducts.list, { query: { q, size: AT_MOST } }), ...options })
  const bySupplier = useQuery({ ...queryOf(suppliersResource.list, { query: { q, size: AT_MOST } }), ...options })
  const byStore = useQuery({ ...queryOf(adminStores.list, { query: { q, size: AT_MOST } }), ...options })
  const all = [products, bySupplier, byStore]
  const open = (path: string, id: number) => () => void navigate(`${path}/${id}/edit`)
  const groups = groupsOf(
    { products: products.data?.items, suppliers: bySupplier.data?.items, stores: byStore.data?.items },
    { t, open },
  )
  return {
    groups: isAsked ? groups : [],
    isSearching: isAsked && (all.some(({ isFetching }) => isFetching) || q !== words),
    isFailed: isAsked && all.some(({ isError }) => isError),
  }
}
