import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

// The text beside it has the same content, so screen readers skip the drawing.
function Picture({ children }: { children: ReactNode }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 72 72"
      width={72}
      height={72}
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      sx={{ borderRadius: 1, bgcolor: 'surface.mist', color: 'text.primary' }}
    >
      {children}
    </Box>
  )
}

/** Safari's share button, the entry in its list, and the button that confirms it. */
export const GUIDE_PICTURES = {
  share: (
    <Picture>
      <path d="M28 30h-6v26h28V30h-6M36 42V14M27 22l9-9 9 9" />
    </Picture>
  ),
  addToHome: (
    <Picture>
      <rect x="18" y="18" width="36" height="36" rx="9" />
      <path d="M36 27v18M27 36h18" />
    </Picture>
  ),
  confirm: (
    <Picture>
      <rect x="12" y="14" width="48" height="44" rx="6" />
      <path d="M12 28h48M44 21h10" />
      <path d="m24 44 7 7 15-15" />
    </Picture>
  ),
}
