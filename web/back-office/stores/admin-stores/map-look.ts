/** The map's frame, with controls that fingers can hit and colours of the shop. */
export const mapLook = {
  height: 320,
  border: 1,
  borderColor: 'line.input',
  borderRadius: 1,
  overflow: 'hidden',
  // Leaflet's layers have indexes of hundreds: none may stand over a dialog or the top bar.
  isolation: 'isolate',
  '&.leaflet-container': { font: 'inherit', bgcolor: 'surface.mist' },
  // Leaflet says it as strongly, and later.
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
