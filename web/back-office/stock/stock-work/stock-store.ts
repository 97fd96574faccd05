/** A store as far as the work on its stock goes: published or not. */
export interface StockStore {
  id: number
  name: string
  time_zone: string
}
