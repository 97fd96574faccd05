import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { SupplierForm } from './supplier-form.tsx'

export function SupplierCreatePage() {
  return <SupplierForm />
}

/** Edits a supplier, or creates a copy of it. */
export function SupplierPage() {
  const { id = '', op } = useParams()
  const { data } = useQuery(queryOf(suppliers.read, { params: { id } }))
  if (data === undefined) return <RecordLoading />
  return op === 'copy' ? <SupplierForm key={`copy-${id}`} copied={data} /> : <SupplierForm key={id} supplier={data} />
}
