import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type AdminStore, adminStores } from '#contract/stores/admin-stores.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useStoreSetup } from './queries.ts'
import { copyValues, toFormValues, newFormValues } from './store-form-values.ts'
import { StoreForm } from './store-form.tsx'

function NewStore({ copied, hasTestPayment }: { copied?: AdminStore; hasTestPayment: boolean }) {
  const { t } = useTranslation()
  const values = useMemo(() => (copied ? copyValues(copied) : newFormValues(hasTestPayment)), [copied, hasTestPayment])
  const title = copied ? t('productForm.copyOf', { name: copied.name }) : t('adminStores.new')
  return <StoreForm title={title} values={values} />
}

function EditedStore({ store }: { store: AdminStore }) {
  const values = useMemo(() => toFormValues(store), [store])
  return <StoreForm title={store.name} values={values} store={store} />
}

export function StoreCreatePage() {
  const setup = useStoreSetup()
  return setup ? <NewStore hasTestPayment={setup.has_test_payment} /> : <RecordLoading />
}

/** Edits a store, or creates a copy of it. */
export function StorePage() {
  const { id = '', op } = useParams()
  const setup = useStoreSetup()
  const { data } = useQuery(queryFor(adminStores.get, { params: { id } }))
  if (data === undefined || setup === undefined) return <RecordLoading />
  return op === 'copy' ? (
    <NewStore key={`copy-${id}`} copied={data} hasTestPayment={setup.has_test_payment} />
  ) : (
    // Archiving saves separately: the form is reset after it.
    <EditedStore key={`${id}-${data.archived_at}`} store={data} />
  )
}
