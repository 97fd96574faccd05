import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  Browser,
  control,
  divIcon,
  map as makeMap,
  type Map,
  marker as makeMarker,
  type Marker,
  tileLayer,
} from 'leaflet'
import leafletStyles from 'leaflet/dist/leaflet.css?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

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

type StoreMapProps = {
  place: MapPlace | undefined
  onMove: (place: MapPlace) => void
  tiles: { url: string; attribution: string }
}

const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright'

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
    map.current?.placeMarker(latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined)
  }, [latitude, longitude])
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {/* React inserts it before it shows the map. */}
      <link rel="stylesheet" href={leafletStyles} precedence="default" />
      <Box ref={box} sx={mapLook} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {tiles.attribution.includes('OpenStreetMap') ? (
          <Box
            component="a"
            href={OSM_COPYRIGHT}
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

type MapPlace = {
  latitude: number
  longitude: number
}

type MapOptions = {
  tileUrl: string
  words: { map: string; marker: string; zoomIn: string; zoomOut: string }
  place: MapPlace | undefined
  onMove: (place: MapPlace) => void
  /** Called with whether the map's tiles load. */
  onTiles: (isThere: boolean) => void
}

/** An open map. */
type StoreMapHandle = {
  placeMarker: (place: MapPlace | undefined) => void
  middle: () => MapPlace
  close: () => void
}

/** All of Finland, until a place is chosen. */
const WHOLE_FINLAND = { middle: [64.5, 26] as [number, number], zoom: 4 }
const STREET_ZOOM = 15
const MARKER_PX = 44
const STEP_PX = 20
const SMALL_STEP_PX = 2

const ARROW_STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

// A drop whose tip is in the middle of its lower edge.
const DROP_PIN =
  '<svg viewBox="0 0 44 44" aria-hidden="true"><path fill="currentColor" stroke="#fff" stroke-width="2" d="M22 43C12 30 8 24 8 16a14 14 0 1 1 28 0c0 8-4 14-14 27z"/><circle cx="22" cy="16" r="5" fill="#fff"/></svg>'

const toPlace = ({ lat, lng }: { lat: number; lng: number }): MapPlace => ({ latitude: lat, longitude: lng })

function addTiles(map: Map, { tileUrl, onTiles }: Pick<MapOptions, 'tileUrl' | 'onTiles'>): void {
  // Public tile servers require a referrer: send the site's origin, but not the page.
  tileLayer(tileUrl, { maxZoom: 19, referrerPolicy: 'origin' })
    .on('tileload', () => onTiles(true))
    .on('tileerror', () => onTiles(false))
    .addTo(map)
}

/** Arrow keys move the marker by pixels, so that the precision depends on the zoom. */
function moveByKeys(map: Map, marker: Marker, onMove: (place: MapPlace) => void): void {
  marker.getElement()?.addEventListener('keydown', event => {
    const step = ARROW_STEPS[event.key]
    if (!step) return
    event.preventDefault()
    // The map would move as well.
    event.stopPropagation()
    const length = event.shiftKey ? SMALL_STEP_PX : STEP_PX
    const at = map.latLngToContainerPoint(marker.getLatLng()).add([step[0] * length, step[1] * length])
    onMove(toPlace(map.containerPointToLatLng(at).wrap()))
  })
}

function makeStoreMarker({ words }: MapOptions, at: MapPlace): Marker {
  const icon = divIcon({
    className: 'store-marker',
    html: DROP_PIN,
    iconSize: [MARKER_PX, MARKER_PX],
    iconAnchor: [MARKER_PX / 2, MARKER_PX],
  })
  return makeMarker([at.latitude, at.longitude], { icon, draggable: true, autoPan: true, title: words.marker })
}

/** Opens a map in an element. A click on it, dragging the marker, and the marker's keys set the store's place. */
function openMap(element: HTMLElement, options: MapOptions): StoreMapHandle {
  const { words, onMove } = options
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', words.map)
  // A finger or wheel that scrolls the page must not move the map instead.
  const dragging = !Browser.mobile
  const map = makeMap(element, { attributionControl: false, zoomControl: false, scrollWheelZoom: false, dragging })
  control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  map.setView(WHOLE_FINLAND.middle, WHOLE_FINLAND.zoom, { animate: false })
  addTiles(map, options)
  map.on('click', ({ latlng }) => onMove(toPlace(latlng.wrap())))
  let marker: Marker | undefined
  const placeMarker = (place: MapPlace | undefined) => {
    if (!place) {
      marker?.remove()
      marker = undefined
      return
    }
    const at: [number, number] = [place.latitude, place.longitude]
    if (marker) {
      marker.setLatLng(at)
      if (!map.getBounds().contains(at)) map.panTo(at, { animate: false })
      return
    }
    map.setView(at, Math.max(map.getZoom(), STREET_ZOOM), { animate: false })
    marker = makeStoreMarker(options, place).addTo(map)
    marker.getElement()?.setAttribute('aria-label', words.marker)
    marker.on('dragend', () => marker && onMove(toPlace(marker.getLatLng().wrap())))
    moveByKeys(map, marker, onMove)
  }
  placeMarker(options.place)
  return { placeMarker, middle: () => toPlace(map.getCenter()), close: () => map.remove() }
}
