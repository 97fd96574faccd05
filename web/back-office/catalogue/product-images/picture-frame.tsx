import Box from '@mui/material/Box'
import type { PointerEvent, ReactNode, SyntheticEvent } from 'react'

interface PictureFrameProps {
  src: string
  srcSet?: string
  sizes?: string
  alt: string
  onDrag?: (event: PointerEvent) => void
  isLifted?: boolean
  isFaint?: boolean
  /** Rendered on top of the picture. */
  children?: ReactNode
}

/** A picture that the browser can't show leaves the square empty. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.style.visibility = 'hidden'
}

/** A whole picture in a square. */
export function PictureFrame({ src, srcSet, sizes, alt, onDrag, isLifted, isFaint, children }: PictureFrameProps) {
  return (
    <Box
      sx={{
        position: 'relative',
        aspectRatio: '1',
        overflow: 'hidden',
        border: 1,
        borderColor: isLifted ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'surface.mist',
      }}
    >
      <Box
        component="img"
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        draggable={false}
        decoding="async"
        onError={alt === '' ? hide : undefined}
        onPointerDown={onDrag}
        sx={{
          display: 'block',
          width: '100%',
          height: '100%',
          objectFit: 'contain',
          opacity: isFaint ? 0.45 : 1,
          // A finger that starts sideways drags; a vertical movement scrolls the page.
          ...(onDrag && { cursor: isLifted ? 'grabbing' : 'grab', touchAction: 'pan-y', userSelect: 'none' }),
          WebkitTouchCallout: 'none',
        }}
      />
      {children}
    </Box>
  )
}
