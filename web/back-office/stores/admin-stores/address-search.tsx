import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Answer } from '#contract/endpoint.ts'
import { storeSetup } from '#contract/stores/geocoding.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'

type Places = Answer<typeof storeSetup.findAddress>

interface AddressSearchProps {
  address: string
  onFound: (place: { latitude: number; longitude: number }) => void
}

const LEAST_LETTERS = 3

/** Looks up the typed address on the server. A single result is used, several are offered. */
export function AddressSearch({ address, onFound }: AddressSearchProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [places, setPlaces] = useState<Places>()
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
      <ActionButton variant="outlined" onClick={() => void find()} loading={isBusy} disabled={q.length < LEAST_LETTERS}>
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
