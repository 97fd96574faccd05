import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { type AdminStore, adminStores } from '#contract/stores/admin-stores.ts'
import { SELLER_PARTS, type SellerPart } from '#contract/administration/seller.ts'
import { stores } from '#contract/stores/stores.ts'
import { terminals } from '#contract/payments/terminals.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { PATHS } from '#web/kit/paths.ts'
import { draftOf, inputOf, offerOf, type StoreDraft } from './store-draft.ts'
import { STORE_MERGING } from './store-merging.ts'
import { describeProblems, draftProblems } from './store-problems.ts'

interface StoreFormOptions {
  /** The initial values; the same object until newer data is loaded. */
  values: StoreDraft
  /** The edited store; without it a new one is created. */
  store?: AdminStore | undefined
}

const read = (store: AdminStore) => ({ values: draftOf(store), revision: store.revision })

/** Updates the cache after any change of a store. Includes the shoppers' store list: the same user may go shopping. */
export function useStoreChanged() {
  const cache = useQueryClient()
  return (store?: AdminStore) => {
    if (store) cache.setQueryData(queryKeyOf(adminStores.read, { params: { id: String(store.id) } }), store)
    const old = [adminStores.list, adminStores.choices, stores.list, terminals.list].map(each => queryKeyOf(each))
    for (const queryKey of [...old, ['admin/audit']]) void cache.invalidateQueries({ queryKey })
  }
}

/** The form of a store, and its saving. */
export function useStoreForm({ values, store }: StoreFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const changed = useStoreChanged()
  const [missing, setMissing] = useState<readonly SellerPart[]>([])
  const send = (draft: StoreDraft, revision: number | undefined) =>
    store && revision !== undefined
      ? callApi(adminStores.update, { params: { id: store.id }, body: { ...inputOf(draft), revision } })
      : callApi(adminStores.create, { body: { ...inputOf(draft), offer: offerOf(draft) } })
  const form = useRecordForm<StoreDraft, AdminStore>({
    values,
    revision: store?.revision,
    merging: STORE_MERGING,
    check: draft => draftProblems(draft, t),
    save: async (draft, revision) => {
      setMissing([])
      try {
        return await send(draft, revision)
      } catch (error) {
        if (hasCode(error, 'store.sellerMissing')) setMissing(partsOf(error.body['missing']))
        throw error
      }
    },
    read,
    describe: problems => describeProblems(problems, t),
    onSaved: saved => {
      changed(saved)
      if (!store) void navigate(`${PATHS.stores}/${saved.id}/edit`, { replace: true })
    },
  })
  return { ...form, sellerMissing: missing }
}

const partsOf = (told: unknown): SellerPart[] =>
  SELLER_PARTS.filter(part => Array.isArray(told) && told.some(each => each === part))

export type StoreFormControl = ReturnType<typeof useStoreForm>
