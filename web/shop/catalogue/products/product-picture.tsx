import type { Product } from '#contract/catalogue/products.ts'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import css from './products.module.css'

type ProductPictureProps = {
  product: Pick<Product, 'images' | 'drawing'>
  /** The side of a square in pixels; without it the picture fills its container. */
  size?: number
}

/** The shopkeeper's photograph, or the drawing until there is one. The name is beside it, so screen readers skip it. */
export function ProductPicture({ product: { images, drawing }, size }: ProductPictureProps) {
  const max = images.toSorted((a, b) => b.width - a.width)[0]
  if (!max) return <ProductDrawing drawing={drawing} {...(size !== undefined && { size })} />
  return (
    <img
      src={max.url}
      srcSet={images.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={size === undefined ? '(min-width: 900px) 220px, 45vw' : `${size}px`}
      alt=""
      loading="lazy"
      decoding="async"
      className={css.photograph}
      style={size === undefined ? undefined : { width: size, height: size }}
    />
  )
}
