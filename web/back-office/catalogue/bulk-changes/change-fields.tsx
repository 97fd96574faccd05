import Box from '@mui/material/Box'
import { useState } from 'react'
import { bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { campaignProblems } from '#domain/catalogue/bulk-campaign.ts'
import { type BulkChange, toBasisPoints, type CampaignChange } from '#domain/catalogue/bulk-change.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { centsFromEuros } from '#domain/money.ts'
import { parseDecimalInput, thousandthsFromQuantity } from '#domain/quantity.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { todayAt } from '#web/back-office/kit/days.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
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
          { value: 'campaignPercent', label: t('bulkEdit.campaignPercent') },
          { value: 'campaignTo', label: t('bulkEdit.campaignTo') },
          { value: 'endCampaign', label: t('bulkEdit.endCampaign') },
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
  const [today] = useState(() => todayAt())
  // Days have faults of their own.
  const isInvalid =
    /\d/.test(draft.number) && changeIn({ ...draft, fromDay: today, untilDay: today }, today) === undefined
  const number = {
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: draft.number,
    onChange: (text: string) => onChange({ number: text }),
  }
  const isCampaign = draft.kind === 'campaignPercent' || draft.kind === 'campaignTo'
  const days = isCampaign && <CampaignDays draft={draft} today={today} onChange={onChange} />
  if (draft.kind === 'pricePercent' || draft.kind === 'campaignPercent')
    return (
      <>
        <TextInput
          label={t(isCampaign ? 'bulkEdit.reduction' : 'bulkEdit.percent')}
          hint={t(isCampaign ? 'bulkEdit.reductionHint' : 'bulkEdit.percentHint')}
          error={isInvalid ? t(isCampaign ? 'bulkEdit.reductionWrong' : 'bulkEdit.percentWrong') : undefined}
          {...number}
          inputMode={isCampaign ? 'decimal' : 'text'}
        />
        <CheckInput
          label={t('bulkEdit.roundTo5Cents')}
          checked={draft.roundTo5Cents}
          onChange={roundTo5Cents => onChange({ roundTo5Cents })}
        />
        {days}
      </>
    )
  if (draft.kind === 'priceTo' || draft.kind === 'campaignTo')
    return (
      <>
        <TextInput
          label={t('bulkEdit.price')}
          hint={t(isCampaign ? 'pricePlans.hints.campaign' : 'bulkEdit.priceHint')}
          error={isInvalid ? t('productForm.problems.invalidAmount') : undefined}
          {...number}
        />
        {days}
      </>
    )
  if (draft.kind === 'endCampaign') return <WhichCampaigns draft={draft} onChange={onChange} />
  if (draft.kind === 'alarmLimit')
    return (
      <TextInput
        label={t('bulkEdit.limit')}
        hint={t('bulkEdit.limitHint')}
        error={isInvalid ? t('productForm.problems.invalidQuantity') : undefined}
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

type CampaignProps = Omit<ChangeFieldsProps, 'vatClasses'>

/** What is wrong with the days of a campaign; the inputs themselves report what is no date. */
function dayFaults({ fromDay, untilDay }: BulkFormValues, { t, today }: { t: Translate; today: string }) {
  if (!isDay(fromDay)) return {}
  const days = { from_day: fromDay, until_day: isDay(untilDay) ? untilDay : fromDay }
  const problems = campaignProblems({ kind: 'campaignTo', price: 1, ...days }, today)
  const isPast = problems.some(({ field }) => field === 'from_day')
  const last = problems.find(({ field }) => field === 'until_day')
  const isTooLong = last?.problem === 'tooLong'
  return {
    from: isPast ? t('labels.dayPast') : undefined,
    until: last && t(isTooLong ? 'pricePlans.problems.tooLong' : 'pricePlans.problems.order'),
  }
}

function CampaignDays({ draft, today, onChange }: CampaignProps & { today: string }) {
  const { t } = useTranslation()
  const { from, until } = dayFaults(draft, { t, today })
  return (
    <>
      <DateInput
        label={t('pricePlans.fromDay')}
        required
        value={draft.fromDay}
        error={from}
        onChange={fromDay => onChange({ fromDay })}
      />
      <DateInput
        label={t('pricePlans.untilDay')}
        required
        value={draft.untilDay}
        error={until}
        onChange={untilDay => onChange({ untilDay })}
      />
    </>
  )
}

function WhichCampaigns({ draft, onChange }: CampaignProps) {
  const { t } = useTranslation()
  return (
    <SelectInput
      label={t('bulkEdit.which')}
      value={draft.yes ? 'running' : 'planned'}
      onChange={value => onChange({ yes: value === 'running' })}
      options={[
        { value: 'running', label: t('bulkEdit.running') },
        { value: 'planned', label: t('bulkEdit.planned') },
      ]}
    />
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
  const storeList = useStoreChoices(bulkChanges.change)?.filter(({ status }) => status !== 'archived') ?? []
  const texts = {
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
  return <SelectInput {...(draft.kind === 'vatClass' ? texts.vatClass : texts.offered)} {...field} />
}

/** The dialog's values as typed. */
export type BulkFormValues = {
  kind: BulkChange['kind']
  /** The percentage, price, reduction or limit. */
  number: string
  roundTo5Cents: boolean
  /** The supplier, VAT class, group (empty: none) or store. */
  id: string
  /** The value to set; of `endCampaign`: running. */
  yes: boolean
  /** The first and the last day of a campaign. */
  fromDay: string
  untilDay: string
}

export const EMPTY_DRAFT: BulkFormValues = {
  kind: 'pricePercent',
  number: '',
  roundTo5Cents: false,
  id: '',
  yes: true,
  fromDay: '',
  untilDay: '',
}

const numberIn = (text: string) => parseDecimalInput(text.replace('%', '').replace('+', ''))

/** The change that a draft describes on a day; undefined if there is none. */
export function changeIn(draft: BulkFormValues, today: string): BulkChange | undefined {
  const { kind, number: text, roundTo5Cents, id: chosen, yes } = draft
  const id = Number(chosen)
  const number = numberIn(text)
  switch (kind) {
    case 'pricePercent': {
      const isValid = number !== undefined && number >= -99.99 && number <= 1000 && toBasisPoints(number) !== undefined
      return isValid && number !== 0 ? { kind, percent: number, round_to_5_cents: roundTo5Cents } : undefined
    }
    case 'priceTo':
      return number !== undefined && number >= 0 && centsFromEuros(number) !== undefined
        ? { kind, price: number }
        : undefined
    case 'campaignPercent':
    case 'campaignTo':
      return campaignIn({ ...draft, kind }, today)
    case 'endCampaign':
      return { kind, state: yes ? 'running' : 'planned' }
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

/** A reduction may be typed with a minus. */
function campaignIn(
  { kind, number: text, roundTo5Cents, fromDay, untilDay }: BulkFormValues & Pick<CampaignChange, 'kind'>,
  today: string,
): CampaignChange | undefined {
  const number = numberIn(text)
  if (number === undefined || number === 0 || !isDay(fromDay) || !isDay(untilDay)) return undefined
  const days = { from_day: fromDay, until_day: untilDay }
  const change: CampaignChange =
    kind === 'campaignTo'
      ? { kind, price: number, ...days }
      : { kind, percent: -Math.abs(number), round_to_5_cents: roundTo5Cents, ...days }
  const isPercent = change.kind === 'campaignTo' || (change.percent >= -99.99 && toBasisPoints(number) !== undefined)
  return isPercent && campaignProblems(change, today).length === 0 ? change : undefined
}
