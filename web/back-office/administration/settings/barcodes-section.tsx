import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type BarcodeSettings, settings } from '#contract/administration/settings.ts'
import { isFinnish, LABEL_PREFIXES } from '#domain/catalogue/label-layouts.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordTrail } from '#web/back-office/administration/audit/record-trail.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { LayoutRow } from './layout-row.tsx'
import { FINNISH_VALUES, layoutsOf } from './layout-values.ts'
import { SettingsNav } from './settings-nav.tsx'
import { TryCode } from './try-code.tsx'
import { useBarcodesForm } from './use-barcodes-form.ts'

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
  const layouts = layoutsOf(form.values)
  const labelOf = (field: string) => {
    const [name = '', prefix = ''] = field.split('.')
    return isLabelled(name) ? `${prefix} · ${t(LABELS[name])}` : field
  }
  const kindText = (field: string, value: string | boolean) => {
    if (!field.startsWith('kind.')) return undefined
    return value === 'weight' || value === 'price' ? t(`settings.kinds.${value}`) : t('settings.notRead')
  }
  const takeFinnish = () => {
    for (const prefix of LABEL_PREFIXES)
      for (const name of ['kind', 'value', 'decimals', 'check'] as const)
        form.set(`${name}.${prefix}`, FINNISH_VALUES[`${name}.${prefix}`])
  }
  return (
    <RecordFormFrame
      title={t('settings.sections.barcodes')}
      form={form}
      labelOf={labelOf}
      show={kindText}
      record={{ kind: 'barcodes', id: 1 }}
      aside={<SettingsNav current="barcodes" />}
      side={
        <>
          <TryCode layouts={layouts} />
          <RecordTrail kind="barcodes" id={1} revision={saved.revision} />
        </>
      }
    >
      <FormSection title={t('settings.sections.barcodes')} lead={t('settings.barcodesLead')}>
        <Wide>
          <Button variant="outlined" disabled={isFinnish(layouts)} onClick={takeFinnish}>
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
export function BarcodesSection() {
  const { data } = useQuery(queryOf(settings.barcodes))
  return data ? <BarcodesForm saved={data} /> : <RecordLoading />
}
