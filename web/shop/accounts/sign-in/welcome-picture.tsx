import Box from '@mui/material/Box'
import type { Drawing } from '#domain/catalogue/drawings.ts'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'

const SHELF: readonly Drawing[] = ['dark-bread', 'milk', 'berries', 'salmon']

/** A few goods from the shelf: the first impression of the shop. */
export function WelcomePicture() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${SHELF.length}, 1fr)`, gap: 1.25, my: 1 }}>
      {SHELF.map(drawing => (
        <ProductDrawing key={drawing} drawing={drawing} />
      ))}
    </Box>
  )
}
