import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Supplier, suppliers } from '#contract/catalogue/suppliers.ts'
import { SUPPLIER_FIELDS, WEEKDAY_NUMBERS } from '#domain/catalogue/supplier-fields.ts'
import { weekdayName } from '#domain/format/day-names.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { languageName } from '#web/back-office/kit/audit/value-text.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { fieldProblems, newTypedRecord, recordIn, type TypedRecord, typedRecord } from '#web/kit/forms/record-fields.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { RemoveRecord } from '#web/kit/forms/remove-record.tsx'
import { FORM_LANGUAGES } from '#web/kit/forms/texts.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

export function SupplierCreatePage() {
  return <SupplierForm />
}

/** Edits a supplier, or creates a copy of it. */
export function SupplierPage() {
  const { id = '', op } = useParams()
  const { data } = useQuery(queryFor(suppliers.get, { params: { id } }))
  if (data === undefined) return <RecordLoading />
  return op === 'copy' ? <SupplierForm key={`copy-${id}`} copied={data} /> : <SupplierForm key={id} supplier={data} />
}

type SupplierFormProps = {
  /** The edited supplier; without it a new one is created. */
  supplier?: Supplier
  /** The supplier that a new one is copied from. */
  copied?: Supplier
}

type SupplierFormValues = TypedRecord<typeof SUPPLIER_FIELDS>
type SupplierFormControl = ReturnType<typeof useSupplierForm>

const toFormValues = (supplier?: Supplier): SupplierFormValues =>
  supplier ? typedRecord(SUPPLIER_FIELDS, supplier) : newTypedRecord(SUPPLIER_FIELDS)
const toFormState = (supplier: Supplier) => ({ values: toFormValues(supplier), revision: supplier.revision })

function useSupplierForm({ supplier, copied }: SupplierFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const start = supplier ?? copied
  const values = useMemo(() => toFormValues(start), [start])
  return useRecordForm({
    values,
    revision: supplier?.revision,
    check: typed => fieldProblems(SUPPLIER_FIELDS, typed, { t }),
    save: (typed, revision) => {
      const body = recordIn(SUPPLIER_FIELDS, typed)
      return supplier && revision !== undefined
        ? callApi(suppliers.update, { params: { id: supplier.id }, body: { ...body, revision } })
        : callApi(suppliers.create, { body })
    },
    read: toFormState,
    // The only problem that the browser can't detect.
    describe: () => [{ field: 'name', text: t('suppliers.nameInUse') }],
    onSaved: saved => {
      cache.setQueryData(queryKey(suppliers.get, { params: { id: String(saved.id) } }), saved)
      if (!supplier) void navigate(`${PATHS.suppliers}/${saved.id}/edit`, { replace: true })
    },
  })
}

/** A supplier's form. */
function SupplierForm({ supplier, copied }: SupplierFormProps) {
  const { t } = useTranslation()
  const form = useSupplierForm({ ...(supplier && { supplier }), ...(copied && { copied }) })
  const isOthers = supplier !== undefined && supplier.products > 0
  return (
    <RecordFormFrame
      title={supplier?.name ?? t('suppliers.new')}
      form={form}
      getLabel={field => (isFieldName(SUPPLIER_FIELDS, field) ? t(`suppliers.fields.${field}`) : field)}
      record={supplier && { kind: 'supplier', id: supplier.id }}
      side={supplier && <RecordAuditLog kind="supplier" id={supplier.id} revision={supplier.revision} />}
      aside={
        isOthers && (
          <Button variant="outlined" component={Link} to={`${PATHS.products}?supplier_id=${supplier.id}`}>
            {t('suppliers.seeProducts', { count: supplier.products })}
          </Button>
        )
      }
    >
      <FormSection title={t('suppliers.details')}>
        <WideField>
          <TextInput label={t('suppliers.fields.name')} required autoComplete="off" {...form.field('name')} />
        </WideField>
        <WideField>
          <TextInput
            label={t('suppliers.fields.email')}
            type="email"
            autoComplete="off"
            hint={t('suppliers.emailHint')}
            {...form.field('email')}
          />
        </WideField>
        <WideField>
          <CheckInput
            label={t('suppliers.fields.is_name_public')}
            hint={t('suppliers.nameShownHint')}
            {...form.check('is_name_public')}
          />
        </WideField>
      </FormSection>
      <OrderingFields form={form} />
      {supplier && <RemoveSupplier supplier={supplier} />}
    </RecordFormFrame>
  )
}

function OrderingFields({ form }: { form: SupplierFormControl }) {
  const { t, i18n } = useTranslation()
  const { order_days: days } = form.values
  const turn = (day: string, isOn: boolean) =>
    form.set('order_days', WEEKDAY_NUMBERS.filter(each => (each === day ? isOn : days.includes(each))).join(''))
  return (
    <FormSection title={t('suppliers.ordering')} lead={t('suppliers.orderingLead')}>
      <SelectInput
        label={t('suppliers.fields.language')}
        options={[
          { value: '', label: t('suppliers.anyLanguage') },
          ...FORM_LANGUAGES.map(value => ({ value, label: languageName(value) })),
        ]}
        {...form.field('language')}
      />
      <TextInput
        label={t('suppliers.fields.lead_days')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('suppliers.leadHint')}
        {...form.field('lead_days')}
      />
      <TextInput
        label={t('suppliers.fields.min_order')}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('min_order')}
      />
      <WideField>
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
          <Box component="legend" sx={{ p: 0, fontWeight: 650 }}>
            {t('suppliers.fields.order_days')}
          </Box>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('suppliers.orderDaysHint')}</Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            {WEEKDAY_NUMBERS.map(day => (
              <CheckInput
                key={day}
                label={weekdayName(Number(day), i18n.language)}
                checked={days.includes(day)}
                onChange={isOn => turn(day, isOn)}
              />
            ))}
          </Box>
        </Box>
      </WideField>
    </FormSection>
  )
}

/** Copies a supplier, or removes it if no product references it. */
function RemoveSupplier({ supplier: { id, name, products } }: { supplier: Supplier }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = async () => {
    // The page of the removed supplier is open until the list is.
    await callApi(suppliers.remove, { params: { id }, reload: 'later' })
    await navigate(PATHS.suppliers, { replace: true })
    return t('suppliers.removed', { name })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Button variant="outlined" component={Link} to={`${PATHS.suppliers}/${id}/copy`}>
        {t('suppliers.copy')}
      </Button>
      {products === 0 ? (
        <RemoveRecord
          label={t('suppliers.remove')}
          title={t('suppliers.removeTitle', { name })}
          text={t('suppliers.removeText')}
          onRemove={remove}
        />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t('suppliers.inUse')}</Box>
      )}
    </Box>
  )
}
