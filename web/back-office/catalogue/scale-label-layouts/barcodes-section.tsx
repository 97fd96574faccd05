import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BarcodeSettings, settings } from '#contract/administration/settings.ts'
import { parseVariableMeasure, type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { isFinnish, LABEL_PREFIXES } from '#domain/catalogue/scale-label-layouts.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { LayoutRow } from './layout-row.tsx'
import { FINNISH_VALUES, toLayouts, useBarcodesForm } from './use-barcodes-form.ts'

const FIELD_LABELS = {
  kind: 'settings.carries',
  value: 'settings.valueDigits',
  decimals: 'settings.decimals',
  check: 'settings.innerCheck',
} as const

const isLabelled = (name: string): name is keyof typeof FIELD_LABELS => Object.hasOwn(FIELD_LABELS, name)

function BarcodesForm({ saved }: { saved: BarcodeSettings }) {
  const { t } = useTranslation()
  const form = useBarcodesForm(saved)
  const layouts = toLayouts(form.values)
  const getLabel = (field: string) => {
    const [name = '', prefix = ''] = field.split('.')
    return isLabelled(name) ? `${prefix} · ${t(FIELD_LABELS[name])}` : field
  }
  const kindText = (field: string, value: string | boolean) => {
    if (!field.startsWith('kind.')) return undefined
    return value === 'weight' || value === 'price' ? t(`settings.kinds.${value}`) : t('settings.notRead')
  }
  const fillFinnish = () => {
    for (const prefix of LABEL_PREFIXES)
      for (const name of ['kind', 'value', 'decimals', 'check'] as const)
        form.set(`${name}.${prefix}`, FINNISH_VALUES[`${name}.${prefix}`])
  }
  return (
    <RecordFormFrame
      title={t('settings.sections.barcodes')}
      form={form}
      getLabel={getLabel}
      formatValue={kindText}
      record={{ kind: 'barcodes', id: 1 }}
      aside={<SettingsNav current="barcodes" />}
      side={
        <>
          <TryCode layouts={layouts} />
          <RecordAuditLog kind="barcodes" id={1} revision={saved.revision} />
        </>
      }
    >
      <FormSection title={t('settings.sections.barcodes')} lead={t('settings.barcodesLead')}>
        <WideField>
          <Button variant="outlined" disabled={isFinnish(layouts)} onClick={fillFinnish}>
            {t('settings.takeFinnish')}
          </Button>
        </WideField>
        {LABEL_PREFIXES.map(prefix => (
          <WideField key={prefix}>
            <LayoutRow form={form} prefix={prefix} />
          </WideField>
        ))}
        <WideField>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('settings.barcodesSaved')}</Box>
        </WideField>
      </FormSection>
    </RecordFormFrame>
  )
}

/** The layouts of labels that encode a weight or price, and a field to try them. */
export function BarcodesSection() {
  const { data } = useQuery(queryFor(settings.barcodes))
  return data ? <BarcodesForm saved={data} /> : <RecordLoading />
}

type LabelLayouts = readonly VariableMeasureLayout[]

/** Describes how a code would be read. */
function useReading(typed: string, layouts: LabelLayouts): string | undefined {
  const { t } = useTranslation()
  const code = typed.replaceAll(/\s/g, '')
  if (code === '') return undefined
  const gtin = normaliseGtin(code)
  if (gtin === undefined) return t('settings.readsShort')
  if (!hasValidCheckDigit(gtin)) return t('settings.readsBad')
  const read = parseVariableMeasure(gtin, layouts)
  if (!read) return t('settings.readsNothing')
  return read.kind === 'weight'
    ? t('settings.readsWeight', { item: read.itemCode, value: formatQuantity(read.value) })
    : t('settings.readsPrice', { item: read.itemCode, value: formatMoney(read.value) })
}

/** A field that reads a label with layouts that need not be saved yet. */
function TryCode({ layouts }: { layouts: LabelLayouts }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const reading = useReading(typed, layouts)
  return (
    <Panel>
      <TextInput
        label={t('settings.tryCode')}
        hint={t('settings.tryHint')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Box role="status" sx={{ mt: 1, fontWeight: 650, minHeight: 24 }}>
        {reading}
      </Box>
    </Panel>
  )
}
