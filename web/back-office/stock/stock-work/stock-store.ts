/** A store for stock work: published or not. */
export type StockStore = {
  id: number
  name: string
  time_zone: string
}
