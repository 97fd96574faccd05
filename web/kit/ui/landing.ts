import { keyframes } from '@emotion/react'

const LAND_MS = 320

// From above: the camera's window is above the list, or on a wide screen to the left of it.
const fall = keyframes({
  from: { opacity: 0, transform: 'translateY(-56px) scale(1.35)' },
  '70%': { opacity: 1, transform: 'translateY(3px) scale(0.98)' },
  to: { opacity: 1, transform: 'none' },
})
const light = keyframes({ from: { backgroundSize: '0% 100%' }, to: { backgroundSize: '100% 100%' } })

/**
 * The only motion that explains: the scanned product falls from the camera into its row. Set a new key on the element for each
 * landing. With reduced motion, the theme cuts its duration to almost nothing.
 */
export const landing = { animation: `${fall} ${LAND_MS}ms cubic-bezier(0.2, 0.8, 0.3, 1)` }

/** The row's background, which lights up as the picture lands. */
export const landingGround = { backgroundRepeat: 'no-repeat', animation: `${light} ${LAND_MS}ms ease-out` }
