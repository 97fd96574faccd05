import { storedValue, useStoredValue } from '#web/back-office/stock/stock-work/stored-value.ts'

const blind = storedValue('stock-take-blind', kept => kept === true)

/** Whether this phone hides what the ledger says while counting. */
export const useBlind = (): [boolean, (isBlind: boolean) => void] => [useStoredValue(blind), blind.put]
