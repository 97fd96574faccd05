import 'leaflet/dist/leaflet.css'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { openMap, type Place, type StoreMapHandle } from './open-map.ts'

/** The map's frame, with controls large enough for fingers, in the shop's colours. */
const mapLook = {
  height: 320,
  border: 1,
  borderColor: 'line.input',
  borderRadius: 1,
  overflow: 'hidden',
  // Leaflet's layers have a z-index in the hundreds: none may cover a dialog or the top bar.
  isolation: 'isolate',
  '&.leaflet-container': { font: 'inherit', bgcolor: 'surface.mist' },
  // Leaflet's own rule has the same specificity, and comes later.
  '&& .leaflet-bar a': { width: 44, height: 44, lineHeight: '44px', fontSize: 24, color: '#1b1b1b' },
  '& .store-marker': {
    color: 'primary.main',
    filter: 'drop-shadow(0 1px 2px rgb(0 0 0 / 45%))',
    borderRadius: '50%',
    '& svg': { display: 'block', width: 44, height: 44 },
  },
  '& .leaflet-interactive:focus-visible, &:focus-visible': {
    outline: '3px solid',
    outlineColor: 'primary.main',
    outlineOffset: '2px',
  },
} as const

interface StoreMapProps {
  place: Place | undefined
  onMove: (place: Place) => void
  tiles: { url: string; attribution: string }
}

const OSM = 'https://www.openstreetmap.org/copyright'

/** A map with the store's marker, which can be dragged and moved by keys. It works without its tiles, as far as possible. */
export function StoreMap(props: StoreMapProps) {
  const { i18n } = useTranslation()
  // The map's texts are set when it is opened.
  return <MapIn key={i18n.language} {...props} />
}

function MapIn({ place, onMove, tiles }: StoreMapProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<StoreMapHandle>(undefined)
  const [isFailed, setFailed] = useState(false)
  const move = useEffectEvent(onMove)
  const words = {
    map: t('storeForm.map'),
    marker: t('storeForm.marker'),
    zoomIn: t('storeForm.zoomIn'),
    zoomOut: t('storeForm.zoomOut'),
  }
  // The tiles' address changes only with the configuration.
  const begin = useEffectEvent((element: HTMLDivElement) =>
    openMap(element, { tileUrl: tiles.url, words, place, onMove: moved => move(moved), onTiles: ok => setFailed(!ok) }),
  )
  useEffect(() => {
    if (!box.current) return undefined
    const opened = begin(box.current)
    map.current = opened
    return () => opened.close()
  }, [])
  const { latitude, longitude } = place ?? {}
  useEffect(() => {
    map.current?.show(latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined)
  }, [latitude, longitude])
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box ref={box} sx={mapLook} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {tiles.attribution.includes('OpenStreetMap') ? (
          <Box
            component="a"
            href={OSM}
            target="_blank"
            rel="noreferrer"
            sx={{ color: 'inherit', display: 'inline-block', py: 1.5 }}
          >
            {tiles.attribution}
          </Box>
        ) : (
          tiles.attribution
        )}
      </Box>
      <Box role="status" sx={{ color: 'warning.dark' }}>
        {isFailed ? t('storeForm.mapFailed') : ''}
      </Box>
      {!place && (
        <Box>
          <Button variant="outlined" onClick={() => map.current && onMove(map.current.middle())}>
            {t('storeForm.placeMarker')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
