import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState } from 'react'

// A wait shorter than this shows nothing at all: a flash of a spinner reads as a fault.
const PATIENCE_MS = 300

/** In place of the app while it can't be shown; label says what is awaited. */
export function FullScreenLoading({ label }: { label: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box role="status" sx={{ minHeight: '60dvh', display: 'grid', placeItems: 'center' }}>
      {isLate && <CircularProgress aria-label={label} />}
    </Box>
  )
}
