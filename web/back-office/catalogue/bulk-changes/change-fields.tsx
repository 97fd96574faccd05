import Box from '@mui/material/Box'
import { type BulkChange, basisPointsOf } from '#domain/catalogue/bulk-change.ts'
import { centsFromEuros } from '#domain/money.ts'
import { parseDecimalInput, thousandthsFromQuantity } from '#domain/quantity.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { useStoreChoices } from '#web/back-office/stores/admin-stores/queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

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

/** The dialog's values as typed. */
export type BulkFormValues = {
  kind: BulkChange['kind']
  /** The percentage, price or limit. */
  number: string
  to5Cents: boolean
  /** The supplier, VAT class, group (empty: none) or store. */
  id: string
  yes: boolean
}

export const EMPTY_DRAFT: BulkFormValues = { kind: 'pricePercent', number: '', to5Cents: false, id: '', yes: true }

/** The change that a draft describes; undefined if there is none. */
export function changeIn({ kind, number: text, to5Cents, id: chosen, yes }: BulkFormValues): BulkChange | undefined {
  const id = Number(chosen)
  const number = parseDecimalInput(text.replace('%', '').replace('+', ''))
  switch (kind) {
    case 'pricePercent': {
      const isSound = number !== undefined && number >= -99.99 && number <= 1000 && basisPointsOf(number) !== undefined
      return isSound && number !== 0 ? { kind, percent: number, to_5_cents: to5Cents } : undefined
    }
    case 'priceTo':
      return number !== undefined && number >= 0 && centsFromEuros(number) !== undefined
        ? { kind, price: number }
        : undefined
    case 'alarmLimit':
      if (text.trim() === '') return { kind, alarm_limit: null }
      return number !== undefined && number >= 0 && thousandthsFromQuantity(number) !== undefined
        ? { kind, alarm_limit: number }
        : undefined
    case 'supplier':
      return chosen === '' ? undefined : { kind, supplier_id: id }
    case 'vatClass':
      return chosen === '' ? undefined : { kind, vat_class_id: id }
    case 'group':
      return { kind, group_id: chosen === '' ? null : id }
    case 'offered':
      return chosen === '' ? undefined : { kind, store_id: id, offered: yes }
    default:
      return { kind: 'enabled', enabled: yes }
  }
}
