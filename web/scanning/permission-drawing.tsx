import Box from '@mui/material/Box'

const ROWS = [0, 1, 2, 3] as const
const ROW_HEIGHT = 24

/** A phone's settings, with one row highlighted in each picture, and in the last one the camera's switch turned on. */
export function PermissionDrawing() {
  return (
    <Box
      component="svg"
      viewBox="0 0 320 140"
      aria-hidden="true"
      focusable="false"
      sx={{ width: '100%', maxWidth: 480, height: 'auto', justifySelf: 'center', color: 'primary.main' }}
    >
      {[8, 116, 224].map((left, screen) => (
        <g key={left} transform={`translate(${left} 6)`} fill="none" stroke="currentColor" strokeWidth="2">
          <rect x="0" y="0" width="84" height="128" rx="12" />
          {ROWS.map(row => (
            <SettingsRow key={row} top={14 + row * (ROW_HEIGHT + 3)} isLit={row === [1, 3, 0][screen]} />
          ))}
          {screen === 2 && <CameraSwitch />}
        </g>
      ))}
      {[96, 204].map(left => (
        <path
          key={left}
          d={`M${left} 70h14m-5-5 5 5-5 5`}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      ))}
    </Box>
  )
}

function SettingsRow({ top, isLit }: { top: number; isLit: boolean }) {
  return (
    <g transform={`translate(8 ${top})`}>
      {isLit && <rect width="68" height={ROW_HEIGHT} rx="6" fill="currentColor" fillOpacity="0.22" strokeWidth="2" />}
      <circle cx="12" cy="12" r="5" strokeWidth="1.5" />
      <path d={`M24 12h${isLit ? 26 : 36}`} strokeWidth="3" strokeLinecap="round" strokeOpacity={isLit ? 1 : 0.4} />
    </g>
  )
}

function CameraSwitch() {
  return (
    <g transform="translate(60 20)">
      <rect width="16" height="11" rx="5.5" fill="currentColor" />
      <circle cx="10.5" cy="5.5" r="3.5" fill="#fff" stroke="none" />
    </g>
  )
}
