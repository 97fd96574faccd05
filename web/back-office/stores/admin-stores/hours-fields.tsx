import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { readTimeOfDay } from '#domain/time-of-day.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { WEEKDAYS, type Weekday } from './store-form-values.ts'
import { useDayNames } from './use-day-names.ts'
import type { StoreFormControl } from './use-store-form.ts'

/** The shop's own first: few stores are in another. */
const TIME_ZONES = [...new Set([SHOP_TIME_ZONE, ...Intl.supportedValuesOf('timeZone')])].map(zone => ({
  value: zone,
  label: zone,
}))

function DayFields({ form, weekday }: { form: StoreFormControl; weekday: Weekday }) {
  const { t } = useTranslation()
  const { weekdayName } = useDayNames()
  const day = weekdayName(weekday)
  const isOpen = form.values[`hours.${weekday}.open`]
  const timeField = (end: 'opens' | 'closes') => {
    const field = form.field(`hours.${weekday}.${end}`)
    // Formats the time on blur: 9 becomes 09:00.
    const leave = () => {
      const time = readTimeOfDay(field.value)
      if (time !== undefined) field.onChange(time)
      field.onLeave()
    }
    return { ...field, onLeave: leave }
  }
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, gridColumn: '1 / -1', display: 'grid', gap: 1 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 160px 160px' },
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, pt: { sm: 3 } }}>
          <CheckInput label={t('storeForm.openOn', { day })} {...form.check(`hours.${weekday}.open`)} />
        </Box>
        {isOpen && (
          <>
            <TextInput label={t('storeForm.opensOn', { day })} autoComplete="off" {...timeField('opens')} />
            <TextInput label={t('storeForm.closesOn', { day })} autoComplete="off" {...timeField('closes')} />
          </>
        )}
      </Box>
    </Box>
  )
}

/** The opening hours of an ordinary week. */
export function HoursFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const copyMonday = () => {
    for (const weekday of WEEKDAYS) {
      form.set(`hours.${weekday}.open`, form.values['hours.1.open'])
      form.set(`hours.${weekday}.opens`, form.values['hours.1.opens'])
      form.set(`hours.${weekday}.closes`, form.values['hours.1.closes'])
    }
  }
  const isListed = TIME_ZONES.some(({ value }) => value === form.values.time_zone)
  const others = isListed ? [] : [{ value: form.values.time_zone, label: form.values.time_zone }]
  return (
    <FormSection title={t('storeForm.hours')} lead={t('storeForm.hoursLead')}>
      <SelectInput
        label={t('storeForm.fields.time_zone')}
        options={[...others, ...TIME_ZONES]}
        {...form.field('time_zone')}
      />
      <Wide>
        <CheckInput label={t('storeForm.fields.always_open')} {...form.check('always_open')} />
      </Wide>
      {!form.values.always_open && (
        <>
          {WEEKDAYS.map(weekday => (
            <DayFields key={weekday} form={form} weekday={weekday} />
          ))}
          <Wide>
            <Button variant="outlined" onClick={copyMonday}>
              {t('storeForm.copyMonday')}
            </Button>
          </Wide>
        </>
      )}
    </FormSection>
  )
}
