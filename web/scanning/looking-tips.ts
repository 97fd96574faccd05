/** Tips when no code is found: another distance, light, or typing the number. */
export type LookingTip = 'distance' | 'torch' | 'manual'

const TIPS: readonly { tip: LookingTip; afterMs: number }[] = [
  { tip: 'manual', afterMs: 8000 },
  { tip: 'torch', afterMs: 6000 },
  { tip: 'distance', afterMs: 3000 },
]

/** The tip after this long without a code. `canLight`: there is a light, and it is off. */
export function tipAfter(fruitlessMs: number, canLight: boolean): LookingTip | null {
  const due = TIPS.find(({ tip, afterMs }) => fruitlessMs >= afterMs && (tip !== 'torch' || canLight))
  return due?.tip ?? null
}
