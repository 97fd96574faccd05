import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasValidCheckDigit, normaliseGtin, parseVariableMeasure, VARIABLE_MEASURE_LAYOUTS } from '#domain/barcode.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { formatMoney } from '#web/ui/money-format.ts'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { SettingsTable } from './settings-table.tsx'

/** What a code would be read as, in words. */
function useReading(typed: string): string | undefined {
  const { t } = useTranslation()
  const code = typed.replaceAll(/\s/g, '')
  if (code === '') return undefined
  const gtin = normaliseGtin(code)
  if (gtin === undefined) return t('settings.readsShort')
  if (!hasValidCheckDigit(gtin)) return t('settings.readsBad')
  const read = parseVariableMeasure(gtin)
  if (!read) return t('settings.readsNothing')
  return read.kind === 'weight'
    ? t('settings.readsWeight', { item: read.itemCode, value: formatQuantity(read.value) })
    : t('settings.readsPrice', { item: read.itemCode, value: formatMoney(read.value) })
}

/** How the labels of weighed goods are read, and a field to try it. */
export function BarcodesSection() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const reading = useReading(typed)
  const rows = VARIABLE_MEASURE_LAYOUTS.map(({ prefix, kind, itemDigits, valueDigits, decimals }) => ({
    key: prefix,
    cells: [prefix, t(`settings.kinds.${kind}`), itemDigits, valueDigits, decimals],
  }))
  return (
    <Page
      title={t('settings.sections.barcodes')}
      lead={t('settings.barcodesLead')}
      width="wide"
      aside={<SettingsNav current="barcodes" />}
    >
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
      <Panel>
        <SettingsTable
          caption={t('settings.sections.barcodes')}
          heads={[
            t('settings.prefix'),
            t('settings.carries'),
            t('settings.itemDigits'),
            t('settings.valueDigits'),
            t('settings.decimals'),
          ]}
          rows={rows}
        />
      </Panel>
    </Page>
  )
}
