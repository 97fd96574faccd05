import { readStored } from '#web/kit/api/browser-storage.ts'

/** What the shopper avoids: health data, so it stays in this browser. No request contains it. */
export const ALLERGENS_KEY = 'puoti-allergens'

/** Their names with commas between; null without any. */
export const readAllergens = () => readStored(ALLERGENS_KEY)
