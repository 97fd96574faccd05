const MIN_CENTS = 5_000
const TIMES_USUAL = 5

/** Whether a day's refunds are unusual: at least 50 €, and five times those of an average day. */
export const areRefundsUnusual = ({
  todayCents,
  averageCents,
}: {
  todayCents: number
  averageCents: number
}): boolean => todayCents >= MIN_CENTS && todayCents > TIMES_USUAL * averageCents
