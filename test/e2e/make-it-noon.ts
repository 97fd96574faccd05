import type { RunningShop } from './running-shop.ts'

/** Moves the stores to a time zone where it is eleven o'clock, so that pictures made at night also show open stores. */
export async function makeItNoon(shop: RunningShop): Promise<void> {
  const hoursEast = 11 - new Date().getUTCHours()
  const sign = hoursEast > 0 ? '-' : '+'
  await shop.query(`UPDATE store SET time_zone = $1`, [`Etc/GMT${sign}${Math.abs(hoursEast)}`])
}
