import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState } from 'react'

// A shorter wait shows nothing: a flash of a spinner looks like a fault.
const PATIENCE_MS = 300

/** Replaces the app while it can't be shown; `label` names what it waits for. */
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
