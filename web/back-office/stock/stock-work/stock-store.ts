/** A store for stock work: published or not. */
export interface StockStore {
  id: number
  name: string
  time_zone: string
}
