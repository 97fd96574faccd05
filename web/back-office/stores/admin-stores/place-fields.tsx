import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { degreesText, readCoordinates, readDegrees, isLatitude, isLongitude } from '#domain/stores/coordinates.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { AddressSearch } from './address-search.tsx'
import { useStoreSetup } from './queries.ts'
import type { StoreFormControl } from './use-store-form.ts'

// The map's library is large, and the form works without it.
const { Part: StoreMap } = lazyPart(async () => (await import('./store-map.tsx')).StoreMap)

const MAP_HEIGHT_PX = 320

/** The store's place: typed, pasted, found by its address, or chosen on a map. */
export function PlaceFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const setup = useStoreSetup()
  const { latitude: typedLatitude, longitude: typedLongitude, address } = form.values
  const [latitude, longitude] = [readDegrees(typedLatitude), readDegrees(typedLongitude)]
  const isPlace = latitude !== undefined && longitude !== undefined && isLatitude(latitude) && isLongitude(longitude)
  const place = (found: { latitude: number; longitude: number }) => {
    form.set('latitude', degreesText(found.latitude))
    form.set('longitude', degreesText(found.longitude))
  }
  const degreesField = (name: 'latitude' | 'longitude') => {
    const { value, onChange, onLeave, ...rest } = form.field(name)
    // A pasted pair of coordinates fills both fields at once; a typed one when the field loses the focus.
    const change = (text: string) => {
      const both = text.length > value.length + 1 ? readCoordinates(text) : undefined
      if (both) place(both)
      else onChange(text)
    }
    const leave = () => {
      const both = readCoordinates(value)
      if (both) place(both)
      onLeave()
    }
    return { ...rest, value, onChange: change, onLeave: leave }
  }
  return (
    <FormSection title={t('storeForm.place')} lead={t('storeForm.placeLead')}>
      <TextInput
        label={t('storeForm.fields.latitude')}
        required
        autoComplete="off"
        inputMode="decimal"
        {...degreesField('latitude')}
      />
      <TextInput
        label={t('storeForm.fields.longitude')}
        required
        autoComplete="off"
        inputMode="decimal"
        {...degreesField('longitude')}
      />
      {setup?.finds_addresses && (
        <Wide>
          <AddressSearch address={address} onFound={place} />
        </Wide>
      )}
      <Wide>
        {setup?.tile_url ? (
          <StoreMap
            place={isPlace ? { latitude, longitude } : undefined}
            onMove={place}
            tiles={{ url: setup.tile_url, attribution: setup.tile_attribution }}
            waiting={<Box sx={{ height: MAP_HEIGHT_PX }} />}
          />
        ) : (
          <Box sx={{ color: 'text.secondary' }}>{t('storeForm.noMap')}</Box>
        )}
      </Wide>
    </FormSection>
  )
}
