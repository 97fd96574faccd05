import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { settings } from '#contract/administration/settings.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { degreesText } from '#domain/stores/coordinates.ts'
import { loneLink, NextStep, SetupForm, setupPath, type StepProps } from '#web/back-office/kit/setup/setup-form.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { FindPlace } from '#web/back-office/stores/admin-stores/place-fields.tsx'
import { useStoreSetup } from '#web/back-office/stores/admin-stores/queries.ts'
import { newFormValues, WEEKDAYS } from '#web/back-office/stores/admin-stores/store-form-values.ts'
import { type StoreFormControl, useStoreForm } from '#web/back-office/stores/admin-stores/use-store-form.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

/** The store that the set-up is about: the first one that is not archived. */
export const useFirstStore = () => useStoreChoices(adminStores.create)?.find(({ status }) => status !== 'archived')

/** The first store: its name, address, hours, and its position if it is at hand. */
export function StoreStep({ isDone }: StepProps) {
  const { t } = useTranslation()
  const setup = useStoreSetup()
  const { data: seller } = useQuery(queryFor(settings.operator))
  const store = useFirstStore()
  if (!setup || !seller || (isDone && !store)) return <RecordLoading />
  if (!store) return <NewStore hasTestPayment={setup.has_test_payment} address={seller.address} />
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{t('setup.storeExists', { store: store.name })}</Typography>
      <MuiLink component={Link} to={`${PATHS.stores}/${store.id}/edit`} sx={loneLink}>
        {t('setup.toStore')}
      </MuiLink>
      <NextStep view="store" isDone />
    </Box>
  )
}

function NewStore({ hasTestPayment, address }: { hasTestPayment: boolean; address: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const values = useMemo(() => ({ ...newFormValues(hasTestPayment), address }), [hasTestPayment, address])
  const form = useStoreForm({ values, onCreated: () => void navigate(setupPath('products')) })
  const { latitude, longitude } = form.values
  const place = (found: { latitude: number; longitude: number }) => {
    form.set('latitude', degreesText(found.latitude))
    form.set('longitude', degreesText(found.longitude))
  }
  return (
    <SetupForm form={form} saveText={t('setup.createStore')} more={<NextStep view="store" />}>
      <TextInput label={t('storeForm.fields.name')} required autoComplete="off" {...form.field('name')} />
      <TextInput label={t('storeForm.fields.address')} required autoComplete="off" {...form.field('address')} />
      <HoursPreset form={form} />
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography sx={{ typography: 'body2', fontWeight: 650 }}>{t('storeForm.fields.location')}</Typography>
        <FindPlace address={form.values.address} onFound={place} />
        <Typography role="status" variant="body2" color="textSecondary">
          {latitude === '' ? t('setup.placeHint') : `${latitude}, ${longitude}`}
        </Typography>
      </Box>
    </SetupForm>
  )
}

const USUAL_WEEK = { opens: '08:00', closes: '20:00' }
const PRESET_HOURS = {
  daily: { week: USUAL_WEEK, weekend: USUAL_WEEK },
  long: { week: { opens: '06:00', closes: '22:00' }, weekend: { opens: '06:00', closes: '22:00' } },
  shorterWeekend: { week: USUAL_WEEK, weekend: { opens: '10:00', closes: '18:00' } },
  always: undefined,
} as const
type PresetName = keyof typeof PRESET_HOURS
export const HOURS_PRESETS = ['daily', 'long', 'shorterWeekend', 'always'] as const satisfies readonly PresetName[]
const SATURDAY = 6

/** Hours that many stores have; each day can be changed on the store's page. */
function HoursPreset({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const [preset, setPreset] = useState<PresetName>('daily')
  const choose = (name: PresetName) => {
    const hours = PRESET_HOURS[name]
    setPreset(name)
    form.set('always_open', hours === undefined)
    if (!hours) return
    for (const weekday of WEEKDAYS) {
      const { opens, closes } = weekday < SATURDAY ? hours.week : hours.weekend
      form.set(`hours.${weekday}.opens`, opens)
      form.set(`hours.${weekday}.closes`, closes)
    }
  }
  return (
    <SelectInput
      label={t('storeForm.hours')}
      hint={t('setup.hoursHint')}
      value={preset}
      options={HOURS_PRESETS.map(value => ({ value, label: t(`setup.hours.${value}`) }))}
      onChange={choose}
    />
  )
}
