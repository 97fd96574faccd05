import type { CreatedAt, Id } from './columns.ts'

/** Images of products and their files. */
export type ProductImages = {
  product_image: {
    id: Id
    product_id: number
    /** Of the content of all its files. */
    hash: string
    place: number
    width: number
    height: number
    widths: number[]
    created_at: CreatedAt
    removed_at: Date | null
  }
  product_image_file: { image_id: number; width: number; bytes: Buffer }
}
