import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { type BarcodeSettings, settings } from '#contract/administration/settings.ts'
import { type DatedVatClass, vatRates } from '#contract/catalogue/vat-rates.ts'
import {
  hasValidCheckDigit,
  normaliseGtin,
  parseVariableMeasure,
  type VariableMeasureLayout,
} from '#domain/catalogue/barcode.ts'
import { isFinnish, LABEL_PREFIXES } from '#domain/catalogue/scale-label-layouts.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { LayoutRow } from '#web/back-office/catalogue/scale-label-layouts/layout-row.tsx'
import {
  FINNISH_VALUES,
  toLayouts,
  useBarcodesForm,
} from '#web/back-office/catalogue/scale-label-layouts/use-barcodes-form.ts'
import type { VatChange } from '#web/back-office/catalogue/vat-rates/use-vat-change.ts'
import { RateDialog, VatClassPanel } from '#web/back-office/catalogue/vat-rates/vat-class-panel.tsx'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { queryFor } from '#web/kit/api/query-of.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { HealthSection } from './health-section.tsx'
import { LanguagesSection } from './languages-section.tsx'
import { CameraNoticeSection, PrivacyNoticeSection, TermsSection } from './legal-sections.tsx'
import { OperatorSection } from './operator-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { isSection, type Section, SECTIONS, SettingsNav } from './settings-nav.tsx'

const LABELS = {
  kind: 'settings.carries',
  value: 'settings.valueDigits',
  decimals: 'settings.decimals',
  check: 'settings.innerCheck',
} as const
const isLabelled = (name: string): name is keyof typeof LABELS => Object.hasOwn(LABELS, name)

function BarcodesForm({ saved }: { saved: BarcodeSettings }) {
  const { t } = useTranslation()
  const form = useBarcodesForm(saved)
  const layouts = toLayouts(form.values)
  const getLabel = (field: string) => {
    const [name = '', prefix = ''] = field.split('.')
    return isLabelled(name) ? `${prefix} · ${t(LABELS[name])}` : field
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
        <Wide>
          <Button variant="outlined" disabled={isFinnish(layouts)} onClick={fillFinnish}>
            {t('settings.takeFinnish')}
          </Button>
        </Wide>
        {LABEL_PREFIXES.map(prefix => (
          <Wide key={prefix}>
            <LayoutRow form={form} prefix={prefix} />
          </Wide>
        ))}
        <Wide>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('settings.barcodesSaved')}</Box>
        </Wide>
      </FormSection>
    </RecordFormFrame>
  )
}

/** The layouts of labels that encode a weight or price, and a field to try them. */
function BarcodesSection() {
  const { data } = useQuery(queryFor(settings.barcodes))
  return data ? <BarcodesForm saved={data} /> : <RecordLoading />
}

type Layouts = readonly VariableMeasureLayout[]

/** Describes how a code would be read. */
function useReading(typed: string, layouts: Layouts): string | undefined {
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
function TryCode({ layouts }: { layouts: Layouts }) {
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

function Classes({ classes }: { classes: readonly DatedVatClass[] }) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<VatChange>()
  return (
    <Page
      title={t('settings.sections.vat')}
      lead={t(classes.length > 0 ? 'settings.vatLead' : 'settings.vatNone')}
      width="wide"
      aside={<SettingsNav current="vat" />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {classes.map(vatClass => (
          <VatClassPanel key={vatClass.id} vatClass={vatClass} onChange={setRequested} />
        ))}
      </Box>
      <Box>
        <Button variant="outlined" onClick={() => setRequested({ kind: 'class' })}>
          {t('settings.vatAddClass')}
        </Button>
      </Box>
      {requested && <RateDialog change={requested} onClose={() => setRequested(undefined)} />}
    </Page>
  )
}

/** The VAT classes with their past, current and future rates. */
function VatSection() {
  const { data } = useQuery(queryFor(vatRates.list))
  return data ? <Classes classes={data} /> : <RecordLoading />
}

const PARTS: Record<Section, ComponentType> = {
  operator: OperatorSection,
  terms: TermsSection,
  privacy: PrivacyNoticeSection,
  cameras: CameraNoticeSection,
  vat: VatSection,
  languages: LanguagesSection,
  barcodes: BarcodesSection,
  retention: RetentionSection,
  health: HealthSection,
}

/** One section of the settings. */
export function SettingsPage() {
  const { section = SECTIONS[0] } = useParams()
  if (!isSection(section)) return <Navigate to={PATHS.home} replace />
  const Part = PARTS[section]
  return <Part key={section} />
}
