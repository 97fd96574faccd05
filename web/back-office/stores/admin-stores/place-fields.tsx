import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import { storeSetup } from '#contract/stores/geocoding.ts'
import {
  degreesText,
  isLatitude,
  isLongitude,
  readCoordinates,
  readDegrees,
  type StorePosition,
} from '#domain/stores/coordinates.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { readPosition } from '#web/shop/stores/stores/use-position.ts'
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
        autoComplete="off"
        inputMode="decimal"
        {...degreesField('latitude')}
      />
      <TextInput
        label={t('storeForm.fields.longitude')}
        autoComplete="off"
        inputMode="decimal"
        {...degreesField('longitude')}
      />
      <WideField>
        <FindPlace address={address} onFound={place} />
      </WideField>
      <WideField>
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
      </WideField>
    </FormSection>
  )
}

type FoundPlaces = Answer<typeof storeSetup.findAddress>

type FindPlaceProps = {
  address: string
  onFound: (place: StorePosition) => void
}

/** Finds a store's position without typing it: this device's own, or by the address where a geocoder is configured. */
export function FindPlace({ address, onFound }: FindPlaceProps) {
  const setup = useStoreSetup()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
      <MyPositionButton onFound={onFound} />
      {setup?.has_address_search && <AddressSearch address={address} onFound={onFound} />}
    </Box>
  )
}

/** Uses the position of this device, which must be in the store. */
function MyPositionButton({ onFound }: Pick<FindPlaceProps, 'onFound'>) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const find = async () => {
    setBusy(true)
    setFailed(false)
    try {
      onFound(await readPosition())
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActionButton variant="outlined" onClick={() => void find()} loading={isBusy}>
        {t('storeForm.here')}
      </ActionButton>
      <Box role="status" sx={{ color: 'error.main', '&:empty': { display: 'none' } }}>
        {hasFailed && t('storeForm.hereFailed')}
      </Box>
    </Box>
  )
}

const MIN_LETTERS = 3

/** Looks up the typed address on the server. A single result is used, several are offered. */
function AddressSearch({ address, onFound }: FindPlaceProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [places, setPlaces] = useState<FoundPlaces>()
  const [problem, setProblem] = useState<string>()
  const q = address.trim()
  const find = async () => {
    setBusy(true)
    setProblem(undefined)
    setPlaces(undefined)
    try {
      const found = await callApi(storeSetup.findAddress, { query: { q } })
      const [first] = found
      if (first && found.length === 1) onFound(first)
      setPlaces(found)
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActionButton variant="outlined" onClick={() => void find()} loading={isBusy} disabled={q.length < MIN_LETTERS}>
        {t('storeForm.findAddress')}
      </ActionButton>
      <Box role="status" sx={{ color: problem === undefined ? 'text.secondary' : 'error.main' }}>
        {problem ?? (places?.length === 0 ? t('storeForm.noPlaces') : '')}
      </Box>
      {places !== undefined && places.length > 0 && (
        <Box component="ul" aria-label={t('storeForm.foundPlaces')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {places.map(place => (
            <li key={`${place.latitude} ${place.longitude} ${place.label}`}>
              <Button onClick={() => onFound(place)} sx={{ textAlign: 'start' }}>
                {place.label}
              </Button>
            </li>
          ))}
        </Box>
      )}
    </Box>
  )
}
