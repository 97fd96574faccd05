import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { hasValidCheckDigit, normaliseGtin, parseVariableMeasure, type VariableMeasureLayout } from '#domain/barcode.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { formatMoney } from '#web/kit/ui/money-format.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'

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
export function TryCode({ layouts }: { layouts: Layouts }) {
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
