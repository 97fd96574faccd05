/** Larger values in a basket are typing errors; the limits also keep every amount within the safe integers. */
export const MAX_QUANTITY = 10_000
export const MAX_LABEL_EUROS = 1000
/** A larger order is a mistake, or an attack on the sums. */
export const MAX_ORDER_CENTS = 1_000_000
