import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { aimingShares, type Area } from './aiming-window.ts'

const CORNERS = [
  { top: 0, left: 0, borderTopWidth: 5, borderLeftWidth: 5, borderTopLeftRadius: 10 },
  { top: 0, right: 0, borderTopWidth: 5, borderRightWidth: 5, borderTopRightRadius: 10 },
  { bottom: 0, left: 0, borderBottomWidth: 5, borderLeftWidth: 5, borderBottomLeftRadius: 10 },
  { bottom: 0, right: 0, borderBottomWidth: 5, borderRightWidth: 5, borderBottomRightRadius: 10 },
]

/** The scanned area as shares of the view; it changes when the phone is turned. */
function useShares(video: HTMLVideoElement | null): Area | null {
  const [shares, setShares] = useState<Area | null>(null)
  useEffect(() => {
    if (!video) return undefined
    const measure = () => {
      const view = { width: video.clientWidth, height: video.clientHeight }
      if (video.videoWidth > 0) setShares(aimingShares({ width: video.videoWidth, height: video.videoHeight }, view))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(video)
    video.addEventListener('resize', measure)
    video.addEventListener('loadeddata', measure)
    return () => {
      observer.disconnect()
      video.removeEventListener('resize', measure)
      video.removeEventListener('loadeddata', measure)
    }
  }, [video])
  return shares
}

/** Four corners around the area that the scanner reads. */
export function AimingFrame({ video }: { video: HTMLVideoElement | null }) {
  const shares = useShares(video)
  if (!shares) return null
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        left: `${shares.left * 100}%`,
        top: `${shares.top * 100}%`,
        width: `${shares.width * 100}%`,
        height: `${shares.height * 100}%`,
        pointerEvents: 'none',
      }}
    >
      {CORNERS.map(corner => (
        <Box
          key={Object.keys(corner).join()}
          sx={{ position: 'absolute', width: 36, height: 36, border: '0 solid', borderColor: '#a5d6a7', ...corner }}
        />
      ))}
    </Box>
  )
}
