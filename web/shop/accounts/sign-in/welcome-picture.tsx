import type { Drawing } from '#domain/catalogue/drawings.ts'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import css from './sign-in.module.css'

const SHELF_DRAWINGS: readonly Drawing[] = ['dark-bread', 'milk', 'berries', 'salmon']

/** A few goods from the shelf: the first impression of the shop. */
export function WelcomePicture() {
  return (
    <div className={css.picture}>
      {SHELF_DRAWINGS.map(drawing => (
        <ProductDrawing key={drawing} drawing={drawing} />
      ))}
    </div>
  )
}
