import Box from '@mui/material/Box'
import { decimalsFor, MIN_VALUE_DIGITS, maxValueDigits, valuePattern } from '#domain/catalogue/scale-label-layouts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { type LabelPrefix, toLayout, type BarcodesForm } from './use-barcodes-form.ts'

const VALUE_KINDS = ['weight', 'price'] as const

type DigitBounds = { min: number; max: number }

/** The numbers that fit, and the chosen one even if it doesn't: it stays visible and is reported as wrong. */
function numberOptions({ min, max }: DigitBounds, chosen: string) {
  const fitting = Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => String(min + at))
  const all = fitting.includes(chosen) ? fitting : [...fitting, chosen]
  return all.map(value => ({ value, label: value }))
}

/** The layout of labels with one prefix. */
export function LayoutRow({ form, prefix }: { form: BarcodesForm; prefix: LabelPrefix }) {
  const { t } = useTranslation()
  const layout = toLayout(form.values, prefix)
  const kind = form.field(`kind.${prefix}`)
  const changeKind = (chosen: string) => {
    kind.onChange(chosen)
    // The decimals that most scales print.
    if (!layout) form.set(`decimals.${prefix}`, chosen === 'weight' ? '3' : '2')
  }
  const kinds = VALUE_KINDS.map(value => ({ value, label: t(`settings.kinds.${value}`) }))
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, pt: 2, border: 0, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, float: 'left', width: '100%', mb: 1 }}>
        <Box component="span" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          {t('settings.beginsWith', { prefix })}
        </Box>
        {layout && (
          <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
            {t('settings.layoutIs', { count: layout.item_digits, value: valuePattern(layout) })}
          </Box>
        )}
      </Box>
      <Box
        sx={{
          clear: 'both',
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <SelectInput
          label={t('settings.carries')}
          placeholder={t('settings.notRead')}
          options={kinds}
          {...kind}
          onChange={changeKind}
        />
        {layout && (
          <>
            <SelectInput
              label={t('settings.valueDigits')}
              options={numberOptions(
                { min: MIN_VALUE_DIGITS, max: maxValueDigits(layout) },
                form.values[`value.${prefix}`],
              )}
              {...form.field(`value.${prefix}`)}
            />
            <SelectInput
              label={t('settings.decimals')}
              options={numberOptions(decimalsFor(layout), form.values[`decimals.${prefix}`])}
              {...form.field(`decimals.${prefix}`)}
            />
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, pt: { sm: 2.75 } }}>
              <CheckInput label={t('settings.innerCheck')} {...form.check(`check.${prefix}`)} />
            </Box>
          </>
        )}
      </Box>
    </Box>
  )
}
