import Box from '@mui/material/Box'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { useStoreChoices } from '#web/back-office/stores/admin-stores/queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { type BulkFormValues, changeIn } from './bulk-form-values.ts'

type ChangeFieldsProps = {
  draft: BulkFormValues
  vatClasses: readonly SelectOption[]
  onChange: (changes: Partial<BulkFormValues>) => void
}

/** The field to change, and its new value. */
export function ChangeFields({ draft, vatClasses, onChange }: ChangeFieldsProps) {
  const { t } = useTranslation()
  const groups = useGroupOptions() ?? []
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      <SelectInput
        label={t('bulkEdit.what')}
        value={draft.kind}
        onChange={kind => onChange({ kind, number: '', id: '' })}
        options={[
          { value: 'pricePercent', label: t('bulkEdit.pricePercent') },
          { value: 'priceTo', label: t('bulkEdit.priceTo') },
          { value: 'supplier', label: t('products.supplier') },
          { value: 'vatClass', label: t('products.vatClass') },
          ...(groups.length > 0 ? [{ value: 'group' as const, label: t('products.group') }] : []),
          { value: 'enabled', label: t('bulkEdit.enabled') },
          { value: 'offered', label: t('bulkEdit.offered') },
          { value: 'alarmLimit', label: t('bulkEdit.alarmLimit') },
        ]}
      />
      <ValueFields draft={draft} vatClasses={vatClasses} onChange={onChange} />
    </Box>
  )
}

function ValueFields({ draft, vatClasses, onChange }: ChangeFieldsProps) {
  const { t } = useTranslation()
  const isWrong = /\d/.test(draft.number) && changeIn(draft) === undefined
  const number = {
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: draft.number,
    onChange: (text: string) => onChange({ number: text }),
  }
  if (draft.kind === 'pricePercent')
    return (
      <>
        <TextInput
          label={t('bulkEdit.percent')}
          hint={t('bulkEdit.percentHint')}
          error={isWrong ? t('bulkEdit.percentWrong') : undefined}
          {...number}
          inputMode="text"
        />
        <CheckInput
          label={t('bulkEdit.to5Cents')}
          checked={draft.to5Cents}
          onChange={to5Cents => onChange({ to5Cents })}
        />
      </>
    )
  if (draft.kind === 'priceTo')
    return (
      <TextInput
        label={t('bulkEdit.price')}
        hint={t('bulkEdit.priceHint')}
        error={isWrong ? t('productForm.problems.invalidAmount') : undefined}
        {...number}
      />
    )
  if (draft.kind === 'alarmLimit')
    return (
      <TextInput
        label={t('bulkEdit.limit')}
        hint={t('bulkEdit.limitHint')}
        error={isWrong ? t('productForm.problems.invalidQuantity') : undefined}
        {...number}
      />
    )
  if (draft.kind === 'enabled') return <YesOrNo draft={draft} onChange={onChange} />
  return (
    <>
      <RecordField key={draft.kind} draft={draft} vatClasses={vatClasses} onChange={onChange} />
      {draft.kind === 'offered' && <YesOrNo draft={draft} onChange={onChange} />}
    </>
  )
}

function YesOrNo({ draft, onChange }: Omit<ChangeFieldsProps, 'vatClasses'>) {
  const { t } = useTranslation()
  const isStore = draft.kind === 'offered'
  return (
    <SelectInput
      label={t('bulkEdit.to')}
      value={draft.yes ? 'yes' : 'no'}
      onChange={value => onChange({ yes: value === 'yes' })}
      options={[
        { value: 'yes', label: isStore ? t('bulkEdit.isOffered') : t('products.enabled') },
        { value: 'no', label: isStore ? t('bulkEdit.isNotOffered') : t('products.disabled') },
      ]}
    />
  )
}

/** A supplier, VAT class, group or store. */
function RecordField({ draft, vatClasses, onChange }: ChangeFieldsProps) {
  const { t } = useTranslation()
  const groups = useGroupOptions() ?? []
  const storeList = useStoreChoices()?.filter(({ status }) => status !== 'archived') ?? []
  const known = {
    vatClass: { label: t('products.vatClass'), options: vatClasses },
    offered: {
      label: t('products.store'),
      options: storeList.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  }
  const field = { placeholder: t('bulkEdit.choose'), value: draft.id, onChange: (id: string) => onChange({ id }) }
  if (draft.kind === 'supplier') return <SupplierInput label={t('products.supplier')} {...field} />
  if (draft.kind === 'group')
    return <SelectInput label={t('products.group')} options={groups} {...field} placeholder={t('products.noGroup')} />
  return <SelectInput {...(draft.kind === 'vatClass' ? known.vatClass : known.offered)} {...field} />
}
